import type { Permission } from '../domain/permission.js';
import type { Batch } from '../model/index.js';
import type { Store } from '../store/store.js';
import { tokenHash } from '../store/token.js';

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
}

/** Stores a token. The same value makes the same rows, and one that is stored already stays as it is. */
export async function storeToken(store: Store, { token, createdAt, expiresAt, ...chosen }: ChosenToken): Promise<void> {
  const hash = tokenHash(token);
  const id = hash.slice(0, 12);
  const both = { id, created_at: createdAt, expires_at: expiresAt, revoked_at: null };
  const grant = {
    ...both,
    client_id: chosen.client,
    character_uid: chosen.character,
    permissions: [...chosen.permissions],
    account_id: null,
    last_used_at: null,
  };
  const row = { ...both, hash, grant_id: id, kind: 'access' as const, scope: null, payload: null, consumed_at: null };
  await writeRows(store, [
    { type: 'grant', rows: [grant] },
    { type: 'token', rows: [row] },
  ]);
}

/** Writes rows of the demo galaxy, none of which may be refused. */
export async function writeRows(store: Store, batches: Batch[]): Promise<void> {
  await store.transaction(async (within) => {
    for (const batch of batches) await writeBatch(within, batch);
  });
}

/** Writes rows of the demo galaxy within a transaction. */
export async function writeBatch(store: Store, { type, rows }: Batch): Promise<void> {
  const { refused } = await store.load.write(type, rows as never);
  const [first] = refused;
  if (first) throw new Error(`The demo galaxy contradicts itself: ${first.reason}`);
}
