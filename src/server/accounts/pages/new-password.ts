import { lengthProblem, normalizePassword, PASSWORD_LENGTH } from '../../../domain/password.js';
import type { Account } from '../../../store/store.js';
import type { Problem } from '../../documents/send-page.js';
import type { Body } from '../../state.js';
import { fieldOf } from '../page-request.js';
import type { Field } from './form.js';

/** A power of ten; a stolen database is attacked offline. */
const FEWEST_GUESSES = 8;

const FAMOUS = 'correcthorsebatterystaple';

/** Includes the account name, by which browsers store the password. */
export function newPasswordFields(name: string, current: Field | false = false): (Field | false)[] {
  const hint = `At least ${PASSWORD_LENGTH} characters. Four words that have nothing to do with each other are a good choice.`;
  const common = { type: 'password', autocomplete: 'new-password' } as const;
  return [
    { name: 'name', label: 'Name', value: name, autocomplete: 'username', isFixed: true },
    current,
    { ...common, name: 'password', label: 'New password', hint },
    { ...common, name: 'repeated', label: 'New password, again' },
  ];
}

export async function newPasswordProblems(form: Body, { name, characters }: Account): Promise<Problem[]> {
  const password = fieldOf(form, 'password');
  const problem = lengthProblem(password);
  if (problem !== undefined) return [{ field: 'password', text: problem }];
  if (await isGuessable(password, ['svcapi', name, ...characters.map((character) => character.name)])) {
    const text =
      'The password is one of the first that are guessed. Choose four words that have nothing to do with each other.';
    return [{ field: 'password', text }];
  }
  if (password === fieldOf(form, 'repeated')) return [];
  return [{ field: 'repeated', text: 'The two passwords are different. Type the same one again.' }];
}

/** @param names of the account, its characters and the service */
export async function isGuessable(password: string, names: readonly string[]): Promise<boolean> {
  const plain = normalizePassword(password).toLowerCase();
  const words = names
    .flatMap((name) => [name.replace(/\s+/g, ''), ...name.split(/\s+/)])
    .map((word) => word.toLowerCase());
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain.replace(/\s+/g, ''));
  if ([...rest].length < PASSWORD_LENGTH / 2) return true;
  const { judge } = await import('./judge-password.js');
  return judge.check(normalizePassword(password), [FAMOUS, ...words]).guessesLog10 < FEWEST_GUESSES;
}
