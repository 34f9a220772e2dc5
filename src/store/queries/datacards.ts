import { type Kysely, type Selectable, sql } from 'kysely';
import type { Datacard, DatacardChange, Store } from '../store.js';
import type { Tables } from '../tables.js';
import type { Traits } from '../traits.js';
import { optionalNamed } from './entities.js';
import { statement } from './statement.js';

const select = (db: Kysely<Tables>) =>
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

const byUid = statement<{ uid: string }>()((db, value) => select(db).where('datacards.uid', '=', value('uid')));

const lockedByUid = statement<{ uid: string }>()((db, value) =>
  select(db).where('datacards.uid', '=', value('uid')).forUpdate('datacards'),
);

const ofFaction = statement<{ factionUid: string }>()((db, value) =>
  select(db)
    .where('datacards.owner_uid', '=', value('factionUid'))
    .orderBy(sql`length(datacards.uid)`)
    .orderBy('datacards.uid'),
);

const assignments = statement<{ datacardUid: string }>()((db, value) =>
  db
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
    .where('assignments.datacard_uid', '=', value('datacardUid'))
    .orderBy(sql`length(location.uid)`)
    .orderBy('location.uid'),
);

const assign = statement<Tables['assignments']>()((db, value) =>
  db
    .insertInto('assignments')
    .values({
      datacard_uid: value('datacard_uid'),
      location_uid: value('location_uid'),
      uses: value('uses'),
    })
    .onConflict((conflict) => conflict.columns(['datacard_uid', 'location_uid']).doUpdateSet({ uses: value('uses') })),
);

const revoke = statement<{ datacardUid: string; locationUid: string }>()((db, value) =>
  db
    .deleteFrom('assignments')
    .where('datacard_uid', '=', value('datacardUid'))
    .where('location_uid', '=', value('locationUid')),
);

const recordChange = statement<DatacardChange>()((db, value) =>
  db.insertInto('datacard_changes').values({
    time: value('time'),
    action: value('action'),
    client_id: value('clientId'),
    character_uid: value('characterUid'),
    datacard_uid: value('datacardUid'),
    location_uid: value('locationUid'),
    uses_before: value('usesBefore'),
    uses_after: value('usesAfter'),
    request_id: value('requestId'),
  }),
);

export function datacards(db: Kysely<Tables>, { rowLocks }: Traits): Store['datacards'] {
  const find = async (uid: string, query = byUid) => {
    const row = await query.first(db, { uid });
    return row && toDatacard(row);
  };

  return {
    find: (uid) => find(uid),
    lock: (uid) => find(uid, rowLocks ? lockedByUid : byUid),

    async ofFaction(factionUid) {
      return (await ofFaction.all(db, { factionUid })).map(toDatacard);
    },

    async assignments(datacardUid) {
      const rows = await assignments.all(db, { datacardUid });
      return rows.map((row) => ({
        location: { uid: row.location_uid, name: row.location_name },
        locationOwner: optionalNamed(row.owner_uid, row.owner_name),
        uses: row.uses,
      }));
    },

    async assign(datacardUid, locationUid, uses) {
      await assign.run(db, { datacard_uid: datacardUid, location_uid: locationUid, uses });
    },

    async revoke(datacardUid, locationUid) {
      await revoke.run(db, { datacardUid, locationUid });
    },

    async recordChange(change) {
      await recordChange.run(db, change);
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
