import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { LoadBatch } from '../load/rows.js';
import type { DumpScope } from '../store.js';
import type { Tables } from '../tables.js';
import { dumpService } from './dump-service.js';
import { PAGE, pages } from './pages.js';

/**
 * Reads the service, or its galaxy alone, as rows that `load.write` takes, in an order in which each refers only to what
 * came before. All of it is as it was at one moment.
 */
export async function* dump(db: Kysely<Tables>, scope: DumpScope = 'service'): AsyncGenerator<LoadBatch> {
  if (db.isTransaction) return yield* everything(db, scope);
  const snapshot = await db
    .startTransaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute();
  try {
    yield* everything(snapshot, scope);
  } finally {
    await snapshot.rollback().execute();
  }
}

async function* everything(db: Kysely<Tables>, scope: DumpScope): AsyncGenerator<LoadBatch> {
  yield* entities(db, (eb) => eb('owner_uid', 'is', null));
  yield* characters(db);
  yield* entities(db, (eb) => eb('owner_uid', 'is not', null));
  // Primary ones last, so that a character that changes its primary faction never has two.
  yield* memberships(db, 0);
  yield* memberships(db, 1);
  yield* datacards(db);
  yield* transactions(db);
  yield* events(db);
  if (scope === 'service') yield* dumpService(db);
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
