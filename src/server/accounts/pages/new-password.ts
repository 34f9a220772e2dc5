import { passwordProblem } from '../../../domain/password.js';
import type { Problem } from '../../../page/server/account/form.js';
import type { Body } from '../../context/state.js';
import { fieldOf } from '../visit.js';

/** Returns the faults of the fields of a new password. */
export function newPasswordProblems(form: Body, accountName: string): Problem[] {
  const password = fieldOf(form, 'password');
  const problem = passwordProblem(password, accountName);
  if (problem !== undefined) return [{ field: 'password', text: problem }];
  if (password === fieldOf(form, 'repeated')) return [];
  return [{ field: 'repeated', text: 'The two passwords are different. Type the same one again.' }];
}
