import { lengthProblem } from '../../../domain/password.js';
import type { Problem } from '../../../page/server/account/form.js';
import type { Account } from '../../../store/store.js';
import type { Body } from '../../context/state.js';
import { fieldOf } from '../visit.js';

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
