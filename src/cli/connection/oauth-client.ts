import { ServiceError } from '../../client/errors.js';
import { OAuthError, postForm, readTokens as readAnswer } from '../../client/oauth.js';
import type { UnknownRecord } from '../../client/unknown-record.js';
import { commandLine } from '../../domain/oauth-client.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';
import { type Credentials, changeCredentials, storedFor, storeFor } from './credentials.js';
import { type Address, createCaller, type Service } from './service.js';
import { type GivenToken, storedToken } from './token-source.js';

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

/**
 * Renews the token of a sign-in, and stores it. A process that comes later takes the token of an earlier one. The refresh token
 * is sent to the address that it was stored for.
 *
 * @param stale the token that has expired, or that the service has refused
 * @throws {CliError} when the sign-in has ended
 * @throws as `OAuthClient.post`
 */
export function renew(
  context: Context,
  { url, timeout, trace }: Pick<Service, 'url' | 'timeout' | 'trace'>,
  stale: GivenToken,
  signal?: AbortSignal,
): Promise<GivenToken> {
  return changeCredentials(context, async (file) => {
    const [address, stored] = storedFor(file, url) ?? [];
    // Somebody may have logged out in the meantime.
    if (address === undefined || stored?.refreshToken === undefined) throw ended(url);
    const isRenewed = stored.token !== stale.token && (stored.expiresAt ?? Number.POSITIVE_INFINITY) > context.now();
    if (isRenewed) return storedToken(stored);
    const { refreshToken } = stored;
    const client = oauthClient(context, { url: address, timeout, trace }, signal);
    const form = { grant_type: 'refresh_token', client_id: commandLine.id, refresh_token: refreshToken };
    const answer = await client.post('/token', form).catch((error: unknown) => {
      throw error instanceof OAuthError ? refused(error, address) : error;
    });
    const renewed = { refreshToken, ...readTokens(answer, context.now()) };
    storeFor(file, address, renewed);
    return storedToken(renewed);
  });
}

function refused({ code, message }: OAuthError, url: string): CliError {
  if (code === 'invalid_grant' || code === 'invalid_client') return ended(url);
  return new CliError('other', `the service does not renew the sign-in: ${message}; try again later`);
}

function ended(url: string): CliError {
  return new CliError('token', `the sign-in at ${url} has ended; use svcapi login --url ${url}`);
}
