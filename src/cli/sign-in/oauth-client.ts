import { ServiceError } from '../../client/errors.js';
import { postForm, readTokens as readAnswer } from '../../client/oauth.js';
import type { UnknownRecord } from '../../client/unknown-record.js';
import { commandLine } from '../../domain/oauth-client.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';
import { type Address, createCaller } from '../service/caller.js';
import type { Credentials } from '../service/credentials.js';

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

/** Creates a client of the OAuth endpoints of a service. No stored token is sent. */
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

/**
 * Reads the answer of a token endpoint.
 *
 * @param now Unix seconds
 * @throws {WrongAnswer} when it holds no bearer token
 */
export function readTokens(answer: UnknownRecord, now: number): Credentials {
  const { accessToken: token, ...rest } = readAnswer(answer, now);
  return { token, ...rest };
}

/**
 * Ends a sign-in at the service: its refresh token is revoked, and with it the grant and all its tokens. RFC 7009.
 *
 * @throws as `OAuthClient.post`
 */
export async function endSignIn(
  context: Context,
  { url, refreshToken }: { url: string; refreshToken: string | undefined },
  { timeout, trace }: Omit<Address, 'url'>,
): Promise<void> {
  if (refreshToken === undefined) return;
  const form = { client_id: commandLine.id, token: refreshToken, token_type_hint: 'refresh_token' };
  await oauthClient(context, { url, timeout, trace }).post('/revoke', form);
}
