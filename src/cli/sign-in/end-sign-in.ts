import { commandLine } from '../../domain/own-client.js';
import type { Context } from '../context.js';
import type { Service } from '../service/service.js';
import { oauthClient } from './oauth-client.js';

/**
 * Ends a sign-in at the service: its refresh token is revoked, and with it the grant and all its tokens. RFC 7009.
 *
 * @throws as `OAuthClient.post`
 */
export async function endSignIn(
  context: Context,
  { url, refreshToken }: { url: string; refreshToken: string },
  { timeout, trace }: Pick<Service, 'timeout' | 'trace'>,
): Promise<void> {
  const client = oauthClient(context, { url, timeout, trace });
  await client.post('/revoke', {
    client_id: commandLine.id,
    token: refreshToken,
    token_type_hint: 'refresh_token',
  });
}
