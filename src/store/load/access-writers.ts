import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { changeRow } from '../queries/datacards.js';
import { permissionsOf } from '../queries/tokens.js';
import type { Tables } from '../tables.js';
import type { Traits } from '../traits.js';
import { RowRefused } from './explain-refusal.js';
import type { LoadRow } from './rows.js';
import { upsert } from './upsert.js';
import type { Writers } from './writers.js';

/** Writes who may do what with the galaxy, and what was done. */
export function accessWriters(
  db: Kysely<Tables>,
  traits: Traits,
): Pick<Writers, 'client' | 'grant' | 'token' | 'datacard_change' | 'idempotency_key' | 'blacklist' | 'fact'> {
  const clients = upsert(db, {
    table: 'clients',
    key: ['id'],
    values: ['name'],
    once: ['revoked_at'],
    initial: ['created_at'],
  });
  const grants = upsert(db, {
    table: 'grants',
    key: ['id'],
    values: ['client_id', 'character_uid', 'expires_at'],
    once: ['revoked_at'],
    initial: ['created_at'],
  });
  const tokens = upsert(db, {
    table: 'tokens',
    key: ['id'],
    values: [],
    once: ['revoked_at'],
    initial: ['hash', 'grant_id', 'created_at', 'expires_at'],
  });
  const changes = upsert(db, {
    table: 'datacard_changes',
    key: ['id'],
    values: [],
    initial: [
      'time',
      'action',
      'client_id',
      'character_uid',
      'datacard_uid',
      'location_uid',
      'uses_before',
      'uses_after',
      'request_id',
    ],
  });
  const keys = upsert(db, {
    table: 'idempotency_keys',
    key: ['client_id', 'character_uid', 'key'],
    values: [],
    initial: ['request_hash', 'answer', 'created_at'],
  });
  const blacklist = upsert(db, {
    table: 'blacklist',
    key: ['address'],
    values: ['created_at', 'expires_at', 'reason'],
  });
  const facts = upsert(db, { table: 'facts', key: ['name'], values: ['value'] });

  return {
    async client(rows) {
      const written = await clients(
        rows.map((row) => ({ id: row.id, name: row.name, created_at: row.createdAt, revoked_at: row.revokedAt })),
      );
      return written.length;
    },

    async grant(rows) {
      const written = new Set(
        await grants(
          rows.map((row) => ({
            id: row.id,
            client_id: row.clientId,
            character_uid: row.characterUid,
            expires_at: row.expiresAt,
            created_at: row.createdAt,
            revoked_at: row.revokedAt,
          })),
        ),
      );
      const granted = await permissionsOf(
        db,
        rows.map((row) => row.id),
      );
      for (const row of rows) {
        if (sameNames(granted.get(row.id) ?? [], row.permissions)) continue;
        await db.deleteFrom('grant_permissions').where('grant_id', '=', row.id).execute();
        if (row.permissions.length > 0) {
          const values = [...new Set(row.permissions)].map((permission) => ({ grant_id: row.id, permission }));
          await db.insertInto('grant_permissions').values(values).execute();
        }
        written.add(row.id);
      }
      return written.size;
    },

    async token(rows) {
      const written = await tokens(
        rows.map((row) => ({
          id: row.id,
          hash: row.hash,
          grant_id: row.grantId,
          created_at: row.createdAt,
          expires_at: row.expiresAt,
          revoked_at: row.revokedAt,
        })),
      );
      return written.length;
    },

    async datacard_change(rows) {
      const written = await traits.numberedChanges(db, () =>
        changes(rows.map((row) => ({ id: row.id, ...changeRow(row) }))),
      );
      await refuseRewriting(db, rows);
      return written.length;
    },

    async idempotency_key(rows) {
      const written = await keys(
        rows.map((row) => ({
          client_id: row.clientId,
          character_uid: row.characterUid,
          key: row.key,
          request_hash: row.requestHash,
          answer: row.answer,
          created_at: row.createdAt,
        })),
      );
      return written.length;
    },

    async blacklist(rows) {
      const written = await blacklist(
        rows.map((row) => ({
          address: row.address,
          created_at: row.createdAt,
          expires_at: row.expiresAt,
          reason: row.reason,
        })),
      );
      return written.length;
    },

    async fact(rows) {
      return (await facts(rows.map(({ name, value }) => ({ name, value })))).length;
    },
  };
}

/** An audit trail that could be written anew would prove nothing. */
async function refuseRewriting(db: Kysely<Tables>, rows: LoadRow['datacard_change'][]): Promise<void> {
  const known = await db
    .selectFrom('datacard_changes')
    .selectAll()
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  const byId = new Map(known.map(({ id, ...row }) => [id, row]));
  const other = rows.find((row) => !isDeepStrictEqual({ ...byId.get(row.id) }, changeRow(row)));
  if (other) throw new RowRefused(`the audit trail has another change with the number ${other.id}`);
}

function sameNames(some: string[], others: string[]): boolean {
  return new Set(some).size === new Set([...some, ...others]).size && some.length === new Set(others).size;
}
