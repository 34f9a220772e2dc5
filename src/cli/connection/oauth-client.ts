import type { UnknownRecord } from '../../client/answer.js';
import type { CallerOptions } from '../../client/caller.js';
import { ServiceError } from '../../client/errors.js';
import { OAuthError, postForm, readTokens as readAnswer } from '../../client/oauth.js';
import { commandLine } from '../../domain/oauth-client.js';
import type { Context } from '../context.js';
import { CliError } from '../exit-status.js';
import {
  type Credentials,
  changeCredentials,
  type GivenToken,
  storedFor,
  storedToken,
  storeFor,
} from './credentials.js';
import { type Address, createCaller } from './service.js';

export interface OAuthClient {
  /** @throws {OAuthError} when refused; {CliError} without OAuth; {ServiceError | Unreachable | WrongAnswer} */
  post(path: string, form: Record<string, string>, idempotent?: boolean): Promise<UnknownRecord>;
}

export function oauthClient(context: Context, service: Address, options?: Partial<CallerOptions>): OAuthClient {
  const caller = createCaller(context, service, options);
  const missing = `${service.url} has no sign-in: its version is too old; ask its host for a token, and store it with svcapi login --with-token`;
  return {
    post: (path, form, idempotent) =>
      postForm(caller, path, form, idempotent).catch((error: unknown) => {
        throw error instanceof ServiceError && error.status === 404 ? new CliError('other', missing) : error;
      }),
  };
}

/** `now` is in Unix seconds. @throws {WrongAnswer} without a bearer token */
export function readTokens(answer: UnknownRecord, now: number): Credentials {
  const { accessToken: token, ...rest } = readAnswer(answer, now);
  return { token, ...rest };
}

/** Revokes the refresh token, and with it the grant and all its tokens (RFC 7009). */
export async function endSignIn(context: Context, service: Address, refreshToken: string): Promise<void> {
  const form = { client_id: commandLine.id, token: refreshToken, token_type_hint: 'refresh_token' };
  const client = oauthClient(context, service);
  await client.post('/revoke', form).catch((error: unknown) => {
    // A host who revokes the command line ends its sign-ins.
    if (!(error instanceof OAuthError && error.code === 'invalid_client')) throw error;
  });
}

/** Renews and stores the token `stale`, unless another process has done so. @throws {CliError} when the sign-in has ended */
export function renew(
  context: Context,
  service: Address,
  stale: GivenToken,
  options: Partial<CallerOptions>,
): Promise<GivenToken> {
  return changeCredentials(context, async (tokens) => {
    const [url, stored] = storedFor(tokens, service.url) ?? [service.url];
    const ended = new CliError('token', `the sign-in at ${url} has ended; use svcapi login --url ${url}`);
    if (stored?.refreshToken === undefined) throw ended;
    const isRenewed = stored.token !== stale.token && (stored.expiresAt ?? Number.POSITIVE_INFINITY) > context.now();
    if (isRenewed) return () => storedToken(stored);
    const { refreshToken } = stored;
    const form = { grant_type: 'refresh_token', client_id: commandLine.id, refresh_token: refreshToken };
    const client = oauthClient(context, { ...service, url }, options);
    const answer = await client.post('/token', form, true).catch((error: unknown) => {
      if (!(error instanceof OAuthError)) throw error;
      if (error.code === 'invalid_grant' || error.code === 'invalid_client') throw ended;
      throw new CliError('other', `the service does not renew the sign-in: ${error.message}; try again later`);
    });
    const renewed = { refreshToken, ...readTokens(answer, context.now()) };
    return (latest) => {
      // A new login, or a logout, precedes.
      if (storedFor(latest, url)?.[1].token === stored.token) storeFor(latest, url, renewed);
      return storedToken(renewed);
    };
  });
}
