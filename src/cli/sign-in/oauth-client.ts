import { ServiceError } from '../../client/errors.js';
import { postForm } from '../../client/oauth.js';
import type { UnknownRecord } from '../../client/unknown-record.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';
import { type Address, createCaller } from '../service/create-caller.js';

/** Maximum size of an answer in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Sends forms to the OAuth endpoints of a service. */
export interface OAuthClient {
  readonly url: string;
  /**
   * @param path the path below `/ws/oauth2`
   * @throws {OAuthError} when the service refuses
   * @throws {CliError} when it has no OAuth
   * @throws {ServiceError | Unreachable | WrongAnswer}
   */
  post(path: string, form: Record<string, string>): Promise<UnknownRecord>;
}

/** Creates a client of the OAuth endpoints of a service. No token of the profile is sent. */
export function oauthClient(context: Context, service: Address, signal?: AbortSignal): OAuthClient {
  const { url } = service;
  const caller = createCaller(context, service, { maxBytes: MAX_BYTES, signal });
  const explain = (error: unknown): never => {
    throw error instanceof ServiceError && error.status === 404 ? withoutOAuth(url) : error;
  };
  return { url, post: (path, form) => postForm(caller, path, form).catch(explain) };
}

function withoutOAuth(url: string): CliError {
  return new CliError(
    'other',
    `${url} has no sign-in: its version is too old; ask its host for a token, and store it with svcapi login --with-token`,
  );
}
