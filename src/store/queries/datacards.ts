import { type InferResult, sql } from 'kysely';
import { UNLIMITED } from '../../domain/datacard.js';
import type { DatacardChangeRow } from '../../model/datacard.js';
import type { Traits } from '../traits.js';
import { type Db, statement } from './statement.js';

export interface Named {
  uid: string;
  name: string;
}

/** Selects an entity with its owner, unless that was removed. */
export const entityAndOwner = (db: Db, value: (name: 'uid') => string) =>
  db
    .selectFrom('entities as entity')
    .leftJoin('entities as owner', (join) =>
      join.onRef('owner.uid', '=', 'entity.owner_uid').on('owner.removed_at', 'is', null),
    )
    .select(['entity.uid', 'entity.name', 'owner.uid as owner_uid', 'owner.name as owner_name'])
    .where('entity.uid', '=', value('uid'))
    .where('entity.removed_at', 'is', null);

const named = (db: Db) =>
  db
    .selectFrom('datacards')
    .innerJoin('entities as entity', 'entity.uid', 'datacards.entity_uid')
    .innerJoin('entities as owner', 'owner.uid', 'datacards.owner_uid')
    .select(['datacards.uid', 'datacards.total_uses'])
    .select(['entity.uid as entity_uid', 'entity.name as entity_name', 'entity.removed_at as entity_removed_at'])
    .select(['owner.uid as owner_uid', 'owner.name as owner_name'])
    .where('datacards.removed_at', 'is', null);

const withRights = (db: Db, value: <N extends 'uid' | 'characterUid'>(name: N) => string) =>
  named(db)
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.faction_uid', '=', 'datacards.owner_uid')
        .on('memberships.character_uid', '=', value('characterUid')),
    )
    .select(['memberships.can_view_datacards', 'memberships.can_manage_datacards'])
    .where('datacards.uid', '=', value('uid'));

const byUid = statement<{ uid: string; characterUid: string }>()(withRights);

const lockedByUid = statement<{ uid: string; characterUid: string }>()((db, value) =>
  withRights(db, value).forUpdate('datacards'),
);

const length = (column: string) => sql<number>`length(${sql.ref(column)})`;

const ofFaction = statement<{ uid: string }>()((db, value) =>
  named(db).where('datacards.owner_uid', '=', value('uid')).orderBy(length('datacards.uid')).orderBy('datacards.uid'),
);

const assignmentsOf = statement<{ uid: string }>()((db, value) =>
  db
    .selectFrom('assignments')
    .innerJoin('entities as location', 'location.uid', 'assignments.location_uid')
    .leftJoin('entities as owner', (join) =>
      join.onRef('owner.uid', '=', 'location.owner_uid').on('owner.removed_at', 'is', null),
    )
    .select(['assignments.uses', 'location.uid as location_uid', 'location.name as location_name'])
    .select(['owner.uid as owner_uid', 'owner.name as owner_name'])
    .where('assignments.datacard_uid', '=', value('uid'))
    .orderBy(length('assignments.location_uid'))
    .orderBy('assignments.location_uid'),
);

/** Reads the sum of all uses only if they are limited: others could overflow. */
const usesAt = (db: Db, value: <N extends 'uid' | 'locationUid'>(name: N) => string) =>
  entityAndOwner(db, () => value('locationUid'))
    .leftJoin('assignments', (join) =>
      join.onRef('assignments.location_uid', '=', 'entity.uid').on('assignments.datacard_uid', '=', value('uid')),
    )
    .select((eb) => [
      'assignments.uses',
      eb
        .selectFrom('assignments as each')
        .innerJoin('datacards', 'datacards.uid', 'each.datacard_uid')
        .select(sql<number>`cast(sum(each.uses) as bigint)`.as('sum'))
        .where('each.datacard_uid', '=', value('uid'))
        .where('datacards.total_uses', '<>', UNLIMITED)
        .as('assigned'),
    ]);

const usesOf = statement<{ uid: string; locationUid: string }>()(usesAt);

const lockedUsesOf = statement<{ uid: string; locationUid: string }>()((db, value) =>
  usesAt(db, value).forShare('entity'),
);

const assign = statement<{ uid: string; locationUid: string; uses: number }>()((db, value) =>
  db
    .insertInto('assignments')
    .values({ datacard_uid: value('uid'), location_uid: value('locationUid'), uses: value('uses') })
    .onConflict((conflict) => conflict.columns(['datacard_uid', 'location_uid']).doUpdateSet({ uses: value('uses') })),
);

export type DatacardChange = Omit<DatacardChangeRow, 'id'>;

const recordChange = statement<DatacardChange>()((db, value) =>
  db.insertInto('datacard_changes').values({
    ...{ time: value('time'), client_id: value('client_id'), character_uid: value('character_uid') },
    ...{ request_id: value('request_id'), action: value('action'), datacard_uid: value('datacard_uid') },
    ...{ location_uid: value('location_uid'), uses_before: value('uses_before'), uses_after: value('uses_after') },
  }),
);

export function datacards(db: Db, { rowLocks }: Traits) {
  const finder =
    (query: typeof byUid) =>
    async (uid: string, characterUid = '') => {
      const row = await query.first(db, { uid, characterUid });
      return row && toDatacardWithRights(row);
    };
  return {
    /** Finds a datacard with the rights of a character as a member of its owner. */
    find: finder(byUid),

    /** Locks a datacard and its assignments until the transaction ends. */
    lock: finder(rowLocks ? lockedByUid : byUid),

    ofFaction: async (uid: string) => (await ofFaction.all(db, { uid })).map(toDatacard),

    assignments: async (uid: string) =>
      (await assignmentsOf.all(db, { uid })).map((row) => ({
        uses: row.uses,
        location: { uid: row.location_uid, name: row.location_name },
        locationOwner: optionalNamed(row.owner_uid, row.owner_name),
      })),

    /** Reads the uses at an entity and the sum of all (meaningless if unlimited), and locks the entity against removal. */
    async lockUses(datacardUid: string, locationUid: string) {
      const row = await (rowLocks ? lockedUsesOf : usesOf).first(db, { uid: datacardUid, locationUid });
      if (!row) return undefined;
      return { location: toOwned(row), assigned: row.assigned ?? 0, ofLocation: row.uses ?? undefined };
    },

    assign: (uid: string, locationUid: string, uses: number) => assign.run(db, { uid, locationUid, uses }),

    async revoke(datacardUid: string, locationUid: string) {
      await db
        .deleteFrom('assignments')
        .where('datacard_uid', '=', datacardUid)
        .where('location_uid', '=', locationUid)
        .execute();
    },

    recordChange: (change: DatacardChange) => recordChange.run(db, change),
  };
}

export function toOwned(row: Named & { owner_uid: string | null; owner_name: string | null }) {
  return { uid: row.uid, name: row.name, owner: optionalNamed(row.owner_uid, row.owner_name) };
}

export function optionalNamed(uid: string | null, name: string | null): Named | undefined {
  return uid === null || name === null ? undefined : { uid, name };
}

function toDatacard(row: InferResult<ReturnType<typeof named>>[number]) {
  return {
    uid: row.uid,
    entity: { uid: row.entity_uid, name: row.entity_name, removed_at: row.entity_removed_at },
    owner: { uid: row.owner_uid, name: row.owner_name },
    total_uses: row.total_uses,
  };
}

function toDatacardWithRights(row: InferResult<ReturnType<typeof withRights>>[number]) {
  const { can_view_datacards, can_manage_datacards } = row;
  return Object.assign(toDatacard(row), { rights: { can_view_datacards, can_manage_datacards } });
}
