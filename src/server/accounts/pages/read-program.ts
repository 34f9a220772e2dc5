import { GIVEN_NAME_RULE, givenName } from '../../../domain/given-name.js';
import { MAX_REDIRECT_URIS, redirectUriProblem } from '../../../domain/redirect-uri.js';
import type { Problem } from '../../../page/server/account/form.js';
import type { Store } from '../../../store/store.js';
import type { Body } from '../../context/state.js';
import { isReserved } from '../reserved-names.js';
import { fieldOf } from '../visit.js';

/** A program as a form describes it. */
export interface DescribedProgram {
  name: string;
  redirectUris: string[];
  problems: Problem[];
}

/**
 * Reads the form of a program.
 *
 * @param oldName the name that it has already
 */
export async function readProgram(store: Store, form: Body, oldName?: string): Promise<DescribedProgram> {
  const typed = fieldOf(form, 'program');
  const name = givenName(typed) ?? typed;
  const nameProblem = name === oldName ? [] : await nameProblems(store, name);
  const redirectUris = [
    ...new Set(
      fieldOf(form, 'redirects')
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
  return { name, redirectUris, problems: [...nameProblem, ...redirectProblems(redirectUris)] };
}

async function nameProblems(store: Store, name: string): Promise<Problem[]> {
  if (givenName(name) === undefined)
    return [{ field: 'program', text: `Give the program a name: ${GIVEN_NAME_RULE}.` }];
  if (!(await isReserved(store, name))) return [];
  return [{ field: 'program', text: 'The service or a program of its host has this name. Choose another.' }];
}

function redirectProblems(addresses: string[]): Problem[] {
  if (addresses.length === 0) return [{ field: 'redirects', text: 'Give at least one redirect address.' }];
  if (addresses.length > MAX_REDIRECT_URIS)
    return [{ field: 'redirects', text: `Give at most ${MAX_REDIRECT_URIS} redirect addresses.` }];
  const faults = addresses.map((address) => ({ address, problem: redirectUriProblem(address) }));
  const fault = faults.find(({ problem }) => problem !== undefined);
  return fault ? [{ field: 'redirects', text: `${fault.address.slice(0, 80)} ${fault.problem}.` }] : [];
}
