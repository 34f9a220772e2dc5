import { MAX_REDIRECT_URIS, redirectUriProblem } from '../../../domain/redirect-uri.js';
import { isStorable } from '../../../domain/text.js';
import type { Problem } from '../../../page/server/account/form.js';
import type { Body } from '../../context/state.js';
import { fieldOf } from '../visit.js';

/** A program as a form describes it. */
export interface DescribedProgram {
  name: string;
  redirectUris: string[];
  problems: Problem[];
}

/** Reads the form of a program. */
export function readProgram(form: Body): DescribedProgram {
  const name = fieldOf(form, 'program').trim();
  const redirectUris = [
    ...new Set(
      fieldOf(form, 'redirects')
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
  return { name, redirectUris, problems: [...nameProblems(name), ...redirectProblems(redirectUris)] };
}

function nameProblems(name: string): Problem[] {
  if (name !== '' && name.length <= 100 && isStorable(name) && !name.includes('\t')) return [];
  return [{ field: 'program', text: 'Give the program a name of 1 to 100 characters.' }];
}

function redirectProblems(addresses: string[]): Problem[] {
  if (addresses.length === 0) return [{ field: 'redirects', text: 'Give at least one redirect address.' }];
  if (addresses.length > MAX_REDIRECT_URIS)
    return [{ field: 'redirects', text: `Give at most ${MAX_REDIRECT_URIS} redirect addresses.` }];
  const faults = addresses.map((address) => ({ address, problem: redirectUriProblem(address) }));
  const fault = faults.find(({ problem }) => problem !== undefined);
  return fault ? [{ field: 'redirects', text: `${fault.address.slice(0, 80)} ${fault.problem}.` }] : [];
}
