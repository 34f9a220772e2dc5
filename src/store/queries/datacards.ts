import { type Kysely, type Selectable, sql } from 'kysely';
import type { Datacard, DatacardChange, Store } from '../store.js';
import type { Tables } from '../tables.js';
import type { Traits } from '../traits.js';
import { optionalNamed } from './entities.js';

export function datacards(db: Kysely<Tables>, { rowLocks }: Traits): Store['datacards'] {
  const select = () =>
    db
      .selectFrom('datacards')
      .innerJoin('entities as entity', 'entity.uid', 'datacards.entity_uid')
      .innerJoin('entities as owner', 'owner.uid', 'datacards.owner_uid')
      .select([
        'datacards.uid',
        'datacards.total_uses',
        'entity.uid as entity_uid',
        'entity.name as entity_name',
        'owner.uid as owner_uid',
        'owner.name as owner_name',
      ]);

  const find = async (uid: string) => {
    const row = await select().where('datacards.uid', '=', uid).executeTakeFirst();
    return row && toDatacard(row);
  };

  return {
    find,

    async lock(uid) {
      const query = select().where('datacards.uid', '=', uid);
      const row = await (rowLocks ? query.forUpdate('datacards') : query).executeTakeFirst();
      return row && toDatacard(row);
    },

    async ofFaction(factionUid) {
      const rows = await select()
        .where('datacards.owner_uid', '=', factionUid)
        .orderBy(sql`length(datacards.uid)`)
        .orderBy('datacards.uid')
        .execute();
      return rows.map(toDatacard);
    },

    async assignments(datacardUid) {
      const rows = await db
        .selectFrom('assignments')
        .innerJoin('entities as location', 'location.uid', 'assignments.location_uid')
        .leftJoin('entities as owner', 'owner.uid', 'location.owner_uid')
        .select([
          'assignments.uses',
          'location.uid as location_uid',
          'location.name as location_name',
          'owner.uid as owner_uid',
          'owner.name as owner_name',
        ])
        .where('assignments.datacard_uid', '=', datacardUid)
        .orderBy(sql`length(location.uid)`)
        .orderBy('location.uid')
        .execute();
      return rows.map((row) => ({
        location: { uid: row.location_uid, name: row.location_name },
        locationOwner: optionalNamed(row.owner_uid, row.owner_name),
        uses: row.uses,
      }));
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
      await db.insertInto('datacard_changes').values(changeRow(change)).execute();
    },

    async changes(datacardUid) {
      const rows = await db
        .selectFrom('datacard_changes')
        .selectAll()
        .where('datacard_uid', '=', datacardUid)
        .orderBy('id')
        .execute();
      return rows.map(toChange);
    },
  };
}

/** A line of the audit trail as its table has it, but for its number. */
export function changeRow(change: DatacardChange): Omit<Selectable<Tables['datacard_changes']>, 'id'> {
  return {
    time: change.time,
    action: change.action,
    client_id: change.clientId,
    character_uid: change.characterUid,
    datacard_uid: change.datacardUid,
    location_uid: change.locationUid,
    uses_before: change.usesBefore,
    uses_after: change.usesAfter,
    request_id: change.requestId,
  };
}

/** What the table of the audit trail has, without its number. */
export function toChange(row: Selectable<Tables['datacard_changes']>): DatacardChange {
  return {
    time: row.time,
    action: row.action,
    clientId: row.client_id,
    characterUid: row.character_uid,
    datacardUid: row.datacard_uid,
    locationUid: row.location_uid,
    usesBefore: row.uses_before,
    usesAfter: row.uses_after,
    requestId: row.request_id,
  };
}

function toDatacard(row: {
  uid: string;
  total_uses: number;
  entity_uid: string;
  entity_name: string;
  owner_uid: string;
  owner_name: string;
}): Datacard {
  return {
    uid: row.uid,
    entity: { uid: row.entity_uid, name: row.entity_name },
    owner: { uid: row.owner_uid, name: row.owner_name },
    totalUses: row.total_uses,
  };
}
