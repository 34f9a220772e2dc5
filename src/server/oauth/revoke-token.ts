import type { Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';

/**
 * Revokes a token for a program that does not prove who it is: existing ones send GET with `token` and `client_id`. Whoever
 * has the token can end it. A refresh token ends its grant, another one the tokens of its grant.
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
