import { OAuthError } from '../../client/oauth.js';
import { commandLine } from '../../domain/oauth-client.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';
import { changeCredentials, storedFor, storeFor } from '../service/credentials.js';
import type { Service } from '../service/service.js';
import { type GivenToken, storedToken } from '../service/token-source.js';
import { oauthClient, readTokens } from './oauth-client.js';

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
