import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { LoadBatch } from '../load.js';
import type { Tables } from '../tables.js';
import { permissionsOf } from './tokens.js';

/** How many rows are held at a time. */
const PAGE = 1000;

/**
 * Reads the whole galaxy as rows that `load.write` takes, in an order in which each refers only to what came before.
 *
 * All of it is as it was at one moment. Tokens are left out, and so is what was revoked: loading it anew would bring it
 * back into force.
 */
export async function* dump(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  if (db.isTransaction) return yield* everything(db);
  const snapshot = await db
    .startTransaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute();
  try {
    yield* everything(snapshot);
  } finally {
    await snapshot.rollback().execute();
  }
}

async function* everything(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  yield* entities(db, (eb) => eb('owner_uid', 'is', null));
  yield* characters(db);
  yield* entities(db, (eb) => eb('owner_uid', 'is not', null));
  // Primary ones last, so that a character that changes its primary faction never has two.
  yield* memberships(db, 0);
  yield* memberships(db, 1);
  yield* datacards(db);
  yield* transactions(db);
  yield* events(db);
  yield* clients(db);
  yield* grants(db);
}

interface Query<Row> {
  execute(): Promise<Row[]>;
}

/** Page after page of a query: its first one, and then what comes after the last row of the page before. */
async function* pages<Row>(first: Query<Row>, after: (last: Row) => Query<Row>): AsyncGenerator<Row[]> {
  let rows = await first.execute();
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows;
    rows = await after(last).execute();
  }
}

type EntityFilter = (eb: ExpressionBuilder<Tables, 'entities'>) => ReturnType<ExpressionBuilder<Tables, 'entities'>>;

async function* entities(db: Kysely<Tables>, filter: EntityFilter): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('entities')
    .select(['uid', 'name', 'owner_uid as ownerUid'])
    .where(filter)
    .where('uid', 'not in', (eb) => eb.selectFrom('characters').select('characters.uid'))
    .orderBy('uid')
    .limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('uid', '>', last.uid))) yield { kind: 'entity', rows };
}

async function* characters(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('characters')
    .innerJoin('entities', 'entities.uid', 'characters.uid')
    .select([
      'characters.uid',
      'entities.name',
      'image',
      'race_uid as raceUid',
      'gender',
      'last_login as lastLogin',
      'short_description as shortDescription',
      'biography',
      'is_private',
      'health',
      'health_max as healthMax',
      'xp',
      'xp_level as xpLevel',
      'credits',
    ])
    .orderBy('characters.uid')
    .limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('characters.uid', '>', last.uid))) {
    yield { kind: 'character', rows: rows.map(({ is_private, ...row }) => ({ ...row, isPrivate: is_private === 1 })) };
  }
}

async function* memberships(db: Kysely<Tables>, primary: 0 | 1): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('memberships')
    .selectAll()
    .where('is_primary', '=', primary)
    .orderBy('character_uid')
    .orderBy('faction_uid')
    .limit(PAGE);
  const after = (last: { character_uid: string; faction_uid: string }) =>
    query.where(sql<SqlBool>`(character_uid, faction_uid) > (${last.character_uid}, ${last.faction_uid})`);
  for await (const rows of pages(query, after)) {
    yield {
      kind: 'membership',
      rows: rows.map((row) => ({
        characterUid: row.character_uid,
        factionUid: row.faction_uid,
        primary: row.is_primary === 1,
        canViewDatacards: row.can_view_datacards === 1,
        canManageDatacards: row.can_manage_datacards === 1,
      })),
    };
  }
}

async function* datacards(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('datacards')
    .select(['uid', 'owner_uid as ownerUid', 'entity_uid as entityUid', 'total_uses as totalUses'])
    .orderBy('uid')
    .limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('uid', '>', last.uid))) {
    const assigned = await assignmentsOf(
      db,
      rows.map((row) => row.uid),
    );
    yield { kind: 'datacard', rows: rows.map((row) => ({ ...row, assignments: assigned.get(row.uid) ?? [] })) };
  }
}

async function assignmentsOf(db: Kysely<Tables>, datacardUids: string[]) {
  const rows = await db
    .selectFrom('assignments')
    .selectAll()
    .where('datacard_uid', 'in', datacardUids)
    .orderBy('datacard_uid')
    .orderBy('location_uid')
    .execute();
  const assigned = new Map<string, { locationUid: string; uses: number }[]>();
  for (const { datacard_uid, location_uid, uses } of rows) {
    const assignment = { locationUid: location_uid, uses };
    const known = assigned.get(datacard_uid);
    if (known) known.push(assignment);
    else assigned.set(datacard_uid, [assignment]);
  }
  return assigned;
}

async function* transactions(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('transactions')
    .select(['id', 'time', 'amount', 'sender_uid as senderUid', 'receiver_uid as receiverUid', 'communication'])
    .orderBy('id')
    .limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('id', '>', last.id))) yield { kind: 'transaction', rows };
}

async function* events(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('events')
    .select(['uid', 'receiver_uid as receiverUid', 'time', 'text'])
    .orderBy('uid')
    .limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('uid', '>', last.uid))) yield { kind: 'event', rows };
}

async function* clients(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('clients')
    .select(['id', 'name', 'created_at as createdAt'])
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('id', '>', last.id))) yield { kind: 'client', rows };
}

async function* grants(db: Kysely<Tables>): AsyncGenerator<LoadBatch> {
  const query = db
    .selectFrom('grants')
    .innerJoin('clients', 'clients.id', 'grants.client_id')
    .select([
      'grants.id',
      'client_id as clientId',
      'character_uid as characterUid',
      'grants.created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('grants.revoked_at', 'is', null)
    .where('clients.revoked_at', 'is', null)
    .orderBy('grants.id')
    .limit(PAGE);
  for await (const rows of pages(query, (last) => query.where('grants.id', '>', last.id))) {
    const granted = await permissionsOf(
      db,
      rows.map((row) => row.id),
    );
    yield { kind: 'grant', rows: rows.map((row) => ({ ...row, permissions: granted.get(row.id) ?? [] })) };
  }
}
