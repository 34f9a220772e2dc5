import { isPermission } from '../../domain/permission.js';
import { isStorable } from '../../domain/text.js';
import type { Body } from '../state.js';
import { OAuthError } from './oauth-error.js';

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
const PROMPTS = ['consent', 'none'];

/** The parameter that tells the consent page which scopes of a request do not exist. No client can send it. */
export const UNKNOWN_SCOPES = 'unknown_scopes';

/** The parameter of a request whose `state` is empty, which the library takes for a missing one. No client can send it. */
export const EMPTY_STATE = 'empty_state';

/** The unknown scopes that a person is shown: their maximum number, and the maximum length of each. */
const SHOWN_SCOPES = { count: 10, length: 60 };

/**
 * Returns the parameters of a request that the library is to see: known ones, and scopes in lower case.
 *
 * @throws {OAuthError} for characters that no answer could carry
 */
export function parametersOf(path: EndpointPath, given: Body): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of ALLOWED[path].split(/\s+/)) {
    // The library refuses one that is given twice.
    for (const value of [given[name]].flat()) {
      const text = typeof value === 'string' ? normalize(name, value) : '';
      if (text !== '') parameters.append(name, text);
    }
  }
  if (![...parameters.values()].every(isStorable)) {
    throw new OAuthError('invalid_request', 'a parameter has control characters');
  }
  leaveOutUnknownScopes(parameters);
  if (path === '/auth' && given.state === '') parameters.set(EMPTY_STATE, 'yes');
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
  if (name === 'scope') return (value.toLowerCase().match(/[^\s,]+/g) ?? []).join(' ');
  if (name !== 'prompt') return value;
  const prompts = value.split(' ').filter((prompt) => PROMPTS.includes(prompt));
  return prompts.join(' ');
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
