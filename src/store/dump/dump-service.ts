import { type Kysely, type SqlBool, sql } from 'kysely';
import type { LoadBatch } from '../load/rows.js';
import { toChange } from '../queries/datacards.js';
import { PROBE } from '../queries/facts.js';
import { permissionsOf } from '../queries/tokens.js';
import type { Tables } from '../tables.js';
import { PAGE, pages } from './pages.js';

/** What makes a service of a galaxy: who may call, what they have done, and who is kept out. */
export async function* dumpService(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  yield* clients(db);
  yield* grants(db);
  yield* tokens(db);
  yield* changes(db);
  yield* keys(db);
  yield* blacklist(db);
  yield* facts(db);
}

async function* clients(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('clients')
    .select(['id', 'name', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .orderBy('id')
    .limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('id', '>', last.id))) yield { kind: 'client', rows };
}

async function* grants(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('grants')
    .select([
      'id',
      'client_id as clientId',
      'character_uid as characterUid',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
    ])
    .orderBy('id')
    .limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('id', '>', last.id))) {
    const granted = await permissionsOf(
      db,
      rows.map((row) => row.id),
    );
    yield { kind: 'grant', rows: rows.map((row) => ({ ...row, permissions: granted.get(row.id) ?? [] })) };
  }
}

async function* tokens(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('tokens')
    .select([
      'id',
      'hash',
      'grant_id as grantId',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
    ])
    .orderBy('id')
    .limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('id', '>', last.id))) yield { kind: 'token', rows };
}

async function* changes(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db.selectFrom('datacard_changes').selectAll().orderBy('id').limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('id', '>', last.id))) {
    yield { kind: 'datacard_change', rows: rows.map((row) => ({ id: row.id, ...toChange(row) })) };
  }
}

async function* keys(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('idempotency_keys')
    .select([
      'client_id as clientId',
      'character_uid as characterUid',
      'key',
      'request_hash as requestHash',
      'answer',
      'created_at as createdAt',
    ])
    .orderBy('client_id')
    .orderBy('character_uid')
    .orderBy('key')
    .limit(PAGE);
  const after = (last: { clientId: string; characterUid: string; key: string }) =>
    query.where(sql<SqlBool>`(client_id, character_uid, key) > (${last.clientId}, ${last.characterUid}, ${last.key})`);
  for await (const rows of pages(query, after)) yield { kind: 'idempotency_key', rows };
}

async function* blacklist(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('blacklist')
    .select(['address', 'created_at as createdAt', 'expires_at as expiresAt', 'reason'])
    .orderBy('address')
    .limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('address', '>', last.address))) {
    yield { kind: 'blacklist', rows };
  }
}

async function* facts(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const rows = await db
    .selectFrom('facts')
    .select(['name', 'value'])
    .where('name', '<>', PROBE)
    .orderBy('name')
    .execute();
  if (rows.length > 0) yield { kind: 'fact', rows };
}
