import { OAuthError } from '../../client/oauth.js';
import { commandLine } from '../../domain/own-client.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';
import { changeCredentials, DEFAULT_PROFILE } from '../service/credentials.js';
import type { Service } from '../service/service.js';
import { type GivenToken, storedToken } from '../service/token-source.js';
import { oauthClient, readTokens } from './oauth-client.js';

/**
 * Renews the token of a profile, and stores it. Of several processes at once one does, and the others take its token. The
 * refresh token is sent to the address that it was stored for.
 *
 * @param stale the token that has expired, or that the service has refused
 * @throws {CliError} when the sign-in has ended
 * @throws as `OAuthClient.post`
 */
export function renew(
  context: Context,
  { url, profile, timeout, trace }: Pick<Service, 'url' | 'profile' | 'timeout' | 'trace'>,
  stale: GivenToken,
  signal?: AbortSignal,
): Promise<GivenToken> {
  return changeCredentials(context, async ({ profiles }) => {
    const stored = profiles.get(profile);
    // Somebody may have logged in elsewhere in the meantime.
    const isSame = stored !== undefined && new URL(stored.url).origin === new URL(url).origin;
    if (!isSame || stored.refreshToken === undefined) throw ended(profile);
    const isRenewed = stored.token !== stale.token && (stored.expiresAt ?? Number.POSITIVE_INFINITY) > context.now();
    if (isRenewed) return storedToken(stored);
    const { refreshToken } = stored;
    const client = oauthClient(context, { url: stored.url, timeout, trace }, signal);
    const form = { grant_type: 'refresh_token', client_id: commandLine.id, refresh_token: refreshToken };
    const answer = await client.post('/token', form).catch((error: unknown) => {
      throw error instanceof OAuthError ? refused(error, profile) : error;
    });
    const renewed = { url: stored.url, refreshToken, ...readTokens(answer, context.now()) };
    profiles.set(profile, renewed);
    return storedToken(renewed);
  });
}

function refused({ code, message }: OAuthError, profile: string): CliError {
  if (code === 'invalid_grant' || code === 'invalid_client') return ended(profile);
  return new CliError('other', `the service does not renew the sign-in: ${message}; try again later`);
}

function ended(profile: string): CliError {
  const command = profile === DEFAULT_PROFILE ? 'svcapi login' : `svcapi login --profile ${profile}`;
  return new CliError('token', `the sign-in of the profile “${profile}” has ended; use ${command}`);
}
