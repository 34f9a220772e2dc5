import { lengthProblem, PASSWORD_LENGTH } from '../../../domain/password.js';
import type { Problem } from '../../../page/server/account/frame.js';
import type { Html } from '../../../page/server/html.js';
import type { Account } from '../../../store/store.js';
import type { Body } from '../../state.js';
import { fieldOf } from '../visit.js';
import { renderField } from './form.js';

/** Renders the fields of a new password, with the name of the account, by which browsers store it. */
export function newPasswordFields(name: string, problems: readonly Problem[], current?: Html): (Html | undefined)[] {
  const hint = `At least ${PASSWORD_LENGTH} characters. Four words that have nothing to do with each other are a good choice.`;
  const common = { type: 'password', autocomplete: 'new-password' } as const;
  return [
    renderField({ name: 'name', label: 'Name', value: name, autocomplete: 'username', isFixed: true }),
    current,
    renderField({ ...common, name: 'password', label: 'New password', hint }, problems),
    renderField({ ...common, name: 'repeated', label: 'New password, again' }, problems),
  ];
}

/** Returns the faults of the fields of a new password. */
export async function newPasswordProblems(form: Body, { name, characters }: Account): Promise<Problem[]> {
  const password = fieldOf(form, 'password');
  const problem = lengthProblem(password);
  if (problem !== undefined) return [{ field: 'password', text: problem }];
  const { isGuessable } = await import('../guessable.js');
  if (isGuessable(password, ['svcapi', name, ...characters.map((character) => character.name)])) {
    const text =
      'The password is one of the first that are guessed. Choose four words that have nothing to do with each other.';
    return [{ field: 'password', text }];
  }
  if (password === fieldOf(form, 'repeated')) return [];
  return [{ field: 'repeated', text: 'The two passwords are different. Type the same one again.' }];
}
