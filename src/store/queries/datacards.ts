import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Datacard, Store } from '../store.js';
import type { Traits } from '../traits.js';
import { optionalNamed } from './entities.js';
import { statement } from './statement.js';

const named = (db: Kysely<Tables>) =>
  db
    .selectFrom('datacards')
    .innerJoin('entities as entity', 'entity.uid', 'datacards.entity_uid')
    .innerJoin('entities as owner', 'owner.uid', 'datacards.owner_uid')
    .select(['datacards.uid', 'datacards.total_uses'])
    .select(['entity.uid as entity_uid', 'entity.name as entity_name', 'entity.removed_at as entity_removed_at'])
    .select(['owner.uid as owner_uid', 'owner.name as owner_name'])
    .where('datacards.removed_at', 'is', null);

const byUid = statement<{ uid: string }>()((db, value) => named(db).where('datacards.uid', '=', value('uid')));

const lockedByUid = statement<{ uid: string }>()((db, value) =>
  named(db).where('datacards.uid', '=', value('uid')).forUpdate('datacards'),
);

const byOwner = statement<{ uid: string }>()((db, value) =>
  named(db)
    .where('datacards.owner_uid', '=', value('uid'))
    .orderBy(sql`length(datacards.uid)`)
    .orderBy('datacards.uid'),
);

const assignmentsByDatacard = statement<{ uid: string }>()((db, value) =>
  db
    .selectFrom('assignments')
    .innerJoin('entities as location', 'location.uid', 'assignments.location_uid')
    .leftJoin('entities as owner', (join) =>
      join.onRef('owner.uid', '=', 'location.owner_uid').on('owner.removed_at', 'is', null),
    )
    .select(['assignments.uses', 'location.uid as location_uid', 'location.name as location_name'])
    .select(['owner.uid as owner_uid', 'owner.name as owner_name'])
    .where('assignments.datacard_uid', '=', value('uid'))
    .orderBy(sql`length(assignments.location_uid)`)
    .orderBy('assignments.location_uid'),
);

/** Adds up in the database, so that a change does not read every assignment. */
const usesByLocation = statement<{ uid: string; locationUid: string }>()((db, value) =>
  db
    .selectFrom('assignments')
    .select(sql<number>`cast(coalesce(sum(uses), 0) as bigint)`.as('assigned'))
    .select((eb) =>
      eb
        .selectFrom('assignments')
        .select('uses')
        .where('datacard_uid', '=', value('uid'))
        .where('location_uid', '=', value('locationUid'))
        .as('ofLocation'),
    )
    .where('datacard_uid', '=', value('uid')),
);

export function datacards(db: Kysely<Tables>, { rowLocks }: Traits): Store['datacards'] {
  const toLock = rowLocks ? lockedByUid : byUid;
  return {
    async find(uid) {
      const row = await byUid.first(db, { uid });
      return row && toDatacard(row);
    },

    async lock(uid) {
      const row = await toLock.first(db, { uid });
      return row && toDatacard(row);
    },

    async ofFaction(factionUid) {
      return (await byOwner.all(db, { uid: factionUid })).map(toDatacard);
    },

    async assignments(datacardUid) {
      const rows = await assignmentsByDatacard.all(db, { uid: datacardUid });
      return rows.map((row) => ({
        location: { uid: row.location_uid, name: row.location_name },
        locationOwner: optionalNamed(row.owner_uid, row.owner_name),
        uses: row.uses,
      }));
    },

    async uses(datacardUid, locationUid) {
      const row = await usesByLocation.first(db, { uid: datacardUid, locationUid });
      return { assigned: row?.assigned ?? 0, ofLocation: row?.ofLocation ?? undefined };
    },

    async assign(datacardUid, locationUid, uses) {
      await db
        .insertInto('assignments')
        .values({ datacard_uid: datacardUid, location_uid: locationUid, uses })
        .onConflict((conflict) => conflict.columns(['datacard_uid', 'location_uid']).doUpdateSet({ uses }))
        .execute();
    },

    async revoke(datacardUid, locationUid) {
      await db
        .deleteFrom('assignments')
        .where('datacard_uid', '=', datacardUid)
        .where('location_uid', '=', locationUid)
        .execute();
    },

    async recordChange(change) {
      await db.insertInto('datacard_changes').values(change).execute();
    },

    async changes(datacardUid) {
      const rows = await db
        .selectFrom('datacard_changes')
        .selectAll()
        .where('datacard_uid', '=', datacardUid)
        .orderBy('id')
        .execute();
      return rows.map(({ id: _, ...change }) => change);
    },
  };
}

function toDatacard(row: Awaited<ReturnType<typeof byUid.all>>[number]): Datacard {
  return {
    uid: row.uid,
    entity: { uid: row.entity_uid, name: row.entity_name, removed_at: row.entity_removed_at },
    owner: { uid: row.owner_uid, name: row.owner_name },
    total_uses: row.total_uses,
  };
}
