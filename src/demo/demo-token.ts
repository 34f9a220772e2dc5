import { permissionNames } from '../domain/permission.js';
import type { Batch } from '../model/index.js';
import type { Store } from '../store/store.js';
import { tokenHash } from '../store/token.js';
import { demoCharacter, demoClient } from './load-demo.js';

/** A token of the demo galaxy whose value the host has chosen. Times are Unix seconds. */
export interface DemoToken {
  token: string;
  createdAt: number;
  expiresAt: number;
}

/**
 * Stores a chosen token of the first character, with every permission. The same value makes the same rows, and one that is
 * stored already stays as it is.
 */
export async function storeDemoToken(store: Store, { token, createdAt, expiresAt }: DemoToken): Promise<void> {
  const hash = tokenHash(token);
  const id = hash.slice(0, 12);
  const times = { created_at: createdAt, expires_at: expiresAt, revoked_at: null };
  const grant = {
    ...{ id, client_id: demoClient.id, character_uid: demoCharacter.uid, permissions: permissionNames },
    ...{ ...times, account_id: null, last_used_at: null },
  };
  const row = {
    ...{ id, hash, grant_id: id, kind: 'access' as const, ...times },
    ...{ scope: null, payload: null, consumed_at: null },
  };
  await writeRows(store, [
    { type: 'grant', rows: [grant] },
    { type: 'token', rows: [row] },
  ]);
}

/** Writes rows of the demo galaxy, none of which may be refused. */
export async function writeRows(store: Store, batches: Batch[]): Promise<void> {
  await store.transaction(async (within) => {
    for (const { type, rows } of batches) {
      const { refused } = await within.load.write(type, rows as never);
      const [first] = refused;
      if (first) throw new Error(`The demo galaxy contradicts itself: ${first.reason}`);
    }
  });
}
