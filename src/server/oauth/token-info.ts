import { commandLine } from '../../domain/oauth-client.js';
import type { Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';
import { bearerToken } from '../request/bearer-token.js';
import type { StepContext } from '../state.js';
import { OAuthError } from './oauth-error.js';

/** Returns whom a token acts for: the one place where `character_auth` alone tells who somebody is. */
export async function tokenInfo(ctx: StepContext, store: Store): Promise<object> {
  const token = bearerToken(ctx) ?? ctx.query.access_token;
  ctx.state.isPrivate = true;
  const { now, clientAddress } = ctx.state;
  const seconds = Math.floor(now / 1000);
  const principal = typeof token === 'string' ? await store.tokens.principal(token, seconds, clientAddress) : undefined;
  if (!principal) {
    ctx.set('WWW-Authenticate', 'Bearer realm="svcapi", error="invalid_token"');
    throw new OAuthError('invalid_token', 'the token is missing, unknown, expired or revoked', 401);
  }
  ctx.state.principal = principal;
  const { character_uid, client_id, grant_id, permissions, expires_at } = principal;
  const character = await store.characters.find(character_uid);
  // No program of others learns the account.
  const grant = client_id === commandLine.id ? await store.grants.find(grant_id, seconds) : undefined;
  const account = grant?.account_id ? (await store.accounts.find(grant.account_id))?.name : undefined;
  return {
    user_id: character_uid,
    name: character?.name ?? '',
    client_id,
    scope: permissions.join(' '),
    expires_in: expires_at - seconds,
    ...(account !== undefined && { account }),
  };
}

/**
 * Revokes a token for a program that does not prove who it is. Whoever has the token can end it. A refresh token ends its
 * grant, another one the tokens of its grant.
 */
export async function revokeToken(
  { tokens, grants }: Store,
  { token, clientId, now }: { token: string; clientId: string; now: number },
): Promise<void> {
  const found = await tokens.find(tokenHash(token), now);
  if (!found || found.client_id !== clientId) return;
  if (found.kind === 'refresh') await grants.end(found.grant_id, now);
  else await tokens.revokeOfGrant(found.grant_id, now);
}
