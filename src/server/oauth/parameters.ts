import { isPermission } from '../../domain/permission.js';
import { isStorable } from '../../domain/text.js';
import type { Body } from '../context/state.js';

/** The parameters of each endpoint. Others are ignored: RFC 6749, sections 3.1 and 3.2. */
const ALLOWED = {
  '/auth': `response_type client_id redirect_uri scope state code_challenge code_challenge_method prompt access_type
    renew_previously_granted`,
  '/token': `grant_type client_id client_secret code redirect_uri code_verifier refresh_token device_code scope`,
  '/device': 'client_id client_secret scope',
  '/revoke': 'token token_type_hint client_id client_secret',
  '/introspect': 'token token_type_hint client_id client_secret',
};

/** The path of an endpoint that takes parameters. */
export type EndpointPath = keyof typeof ALLOWED;

/** The values of `prompt`: signing in again is left to the pages of the account. */
const PROMPTS = new Set(['consent', 'none']);

/** The parameter in which the library keeps the scopes of a request that do not exist, for the person who is asked. No client can send it. */
export const UNKNOWN_SCOPES = 'unknown_scopes';

/** The unknown scopes that a person is shown: their maximum number, and the maximum length of each. */
const SHOWN_SCOPES = { count: 10, length: 60 };

/** Returns the parameters of a request that the library is to see: known ones, and scopes in lower case. */
export function parametersOf(path: EndpointPath, given: Body): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of ALLOWED[path].split(/\s+/)) {
    // One that is given twice is passed on twice, and refused.
    for (const value of [given[name]].flat()) {
      if (typeof value !== 'string' || value === '') continue;
      const text = normalize(name, value);
      if (text !== '') parameters.append(name, text);
    }
  }
  leaveOutUnknownScopes(parameters);
  return parameters;
}

/** Leaves out the scopes that do not exist, if others do: the answer says which were granted. RFC 6749, section 3.3. */
function leaveOutUnknownScopes(parameters: URLSearchParams): void {
  const [scope = '', ...others] = parameters.getAll('scope');
  const names = scope.split(' ');
  const known = names.filter(isPermission);
  if (known.length === 0 || known.length === names.length || others.length > 0) return;
  parameters.set('scope', known.join(' '));
  const shown = names.filter((name) => !isPermission(name)).slice(0, SHOWN_SCOPES.count);
  parameters.set(UNKNOWN_SCOPES, shown.map((name) => [...name].slice(0, SHOWN_SCOPES.length).join('')).join(' '));
}

function normalize(name: string, value: string): string {
  // Some programs put commas between scopes.
  if (name === 'scope')
    return (
      value
        .toLowerCase()
        .match(/[^\s,]+/g)
        ?.join(' ') ?? ''
    );
  if (name === 'prompt')
    return value
      .split(' ')
      .filter((prompt) => PROMPTS.has(prompt))
      .join(' ');
  return value;
}

/** Returns the scopes of a request that do not exist, by the parameters that the library has kept: the first ten. */
export function unknownScopesOf({ [UNKNOWN_SCOPES]: scopes }: Record<string, string | undefined>): string[] {
  return scopes?.split(' ') ?? [];
}

/** Returns what is wrong with the scope of a request for permissions. The library would ask for none. */
export function scopeProblem(scope: string): string | undefined {
  if (scope === '') return 'scope is missing; name at least one permission';
  return scope.split(' ').some(isPermission)
    ? undefined
    : 'scope names no permission that exists; the metadata lists them';
}

/**
 * Stands for an empty `state`, which the library takes for a missing one: a program that compares it would miss it in the answer. No
 * parameter of a request has this character.
 */
export const EMPTY_STATE = '\u0001';

/** Returns true if no parameter has characters that no answer could carry. */
export function areStorable(parameters: URLSearchParams): boolean {
  return [...parameters.values()].every(isStorable);
}
