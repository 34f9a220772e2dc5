import type { Permission } from '../domain/permission.js';
import type { Batch } from '../model/index.js';
import type { Store } from '../store/store.js';
import { tokenHash } from '../store/token.js';
import { importRows } from '../transfer/import-rows.js';

/** A token whose value is given. Times are Unix seconds. */
export interface ChosenToken {
  token: string;
  /** The id of its client. */
  client: string;
  /** The uid of the character that it acts for. */
  character: string;
  permissions: readonly Permission[];
  createdAt: number;
  expiresAt: number;
  /** A refresh token beside it, which the grant lasts for. */
  refresh?: { token: string; expiresAt: number; grantExpiresAt: number } | undefined;
}

/** Stores a token. The same value makes the same rows, and one that is stored already stays as it is. */
export async function storeToken(
  store: Store,
  { token, createdAt, expiresAt, refresh, client, character, permissions }: ChosenToken,
): Promise<void> {
  const grantId = tokenHash(token).slice(0, 12);
  const grant = {
    id: grantId,
    client_id: client,
    character_uid: character,
    permissions: [...permissions],
    account_id: null,
    created_at: createdAt,
    expires_at: refresh?.grantExpiresAt ?? expiresAt,
    revoked_at: null,
    last_used_at: null,
    last_used_from: null,
    name: null,
  };
  const row = (kind: 'access' | 'refresh', value: string, until: number) => {
    const hash = tokenHash(value);
    const life = { created_at: createdAt, expires_at: until, revoked_at: null, consumed_at: null };
    return { id: hash.slice(0, 12), hash, grant_id: grantId, kind, ...life, scope: null, payload: null };
  };
  const tokens = [
    row('access', token, expiresAt),
    ...(refresh ? [row('refresh', refresh.token, refresh.expiresAt)] : []),
  ];
  const batches: Batch[] = [
    { type: 'grant', rows: [grant] },
    { type: 'token', rows: tokens },
  ];
  await importRows(store, batches, { now: createdAt, isWhole: true });
}
