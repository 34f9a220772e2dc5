import { type Kysely, sql } from 'kysely';
import { UNLIMITED } from '../../domain/datacard.js';
import { USES_MODULUS } from '../../model/datacard.js';
import type { Tables } from '../../model/index.js';
import type { Assignment, Datacard, Store } from '../store.js';
import type { Traits } from '../traits.js';
import { entityAndOwner, optionalNamed, toOwned } from './entities.js';
import { PIECE, type Place, readInTurns, START } from './in-turns.js';
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

type Value<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name];

/** Rows of a list that belongs to a uid, from a place on. */
interface Part extends Place {
  uid: string;
  most: number;
}

const length = (column: string) => sql<number>`length(${sql.ref(column)})`;

const datacardsOf = (db: Kysely<Tables>, value: Value<Part>) =>
  named(db).where('datacards.owner_uid', '=', value('uid'));

const assignmentsOf = (db: Kysely<Tables>, value: Value<Part>) =>
  db
    .selectFrom('assignments')
    .innerJoin('entities as location', 'location.uid', 'assignments.location_uid')
    .leftJoin('entities as owner', (join) =>
      join.onRef('owner.uid', '=', 'location.owner_uid').on('owner.removed_at', 'is', null),
    )
    .select(['assignments.uses', 'location.uid as location_uid', 'location.name as location_name'])
    .select(['owner.uid as owner_uid', 'owner.name as owner_name'])
    .where('assignments.datacard_uid', '=', value('uid'));

/** Uids that are longer than one, and further ones of its length, are two ranges of an index, each read in its order. */
const datacardParts = {
  longer: statement<Part>()((db, value) =>
    datacardsOf(db, value)
      .where(length('datacards.uid'), '>', value('length'))
      .orderBy(length('datacards.uid'))
      .orderBy('datacards.uid')
      .limit(value('most')),
  ),
  further: statement<Part>()((db, value) =>
    datacardsOf(db, value)
      .where(length('datacards.uid'), '=', value('length'))
      .where('datacards.uid', '>', value('after'))
      .orderBy('datacards.uid')
      .limit(value('most')),
  ),
};

const assignmentParts = {
  longer: statement<Part>()((db, value) =>
    assignmentsOf(db, value)
      .where(length('assignments.location_uid'), '>', value('length'))
      .orderBy(length('assignments.location_uid'))
      .orderBy('assignments.location_uid')
      .limit(value('most')),
  ),
  further: statement<Part>()((db, value) =>
    assignmentsOf(db, value)
      .where(length('assignments.location_uid'), '=', value('length'))
      .where('assignments.location_uid', '>', value('after'))
      .orderBy('assignments.location_uid')
      .limit(value('most')),
  ),
};

/** Any two reads between which an assignment has changed find different versions. */
const versionOfAssignments = statement<{ uid: string }>()((db, value) =>
  db.selectFrom('assigned_uses').select('version').where('datacard_uid', '=', value('uid')),
);

/** The number of attempts at a list that changes while it is read in turns. */
const ATTEMPTS = 3;

/** Reads the assignments of one moment: those of several would show uses twice that went from one place to another. */
async function readAssignments(db: Kysely<Tables>, uid: string): Promise<Assignment[]> {
  const longer = async (place: Place, most: number) =>
    (await assignmentParts.longer.all(db, { uid, most, ...place })).map(toAssignment);
  const further = async (place: Place, most: number) =>
    (await assignmentParts.further.all(db, { uid, most, ...place })).map(toAssignment);
  const version = async () => (await versionOfAssignments.first(db, { uid }))?.version;
  const few = await longer(START, PIECE);
  if (few.length < PIECE) return few;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await version();
    const list = await readInTurns(longer, further, ({ location }) => location.uid);
    if ((await version()) === before) return list;
  }
  return longer(START, Number.MAX_SAFE_INTEGER);
}

const MODULUS = sql.lit(USES_MODULUS);

/** Reads the sum that triggers keep, which is negative where it has wrapped: adding up would read every assignment. */
const usesAt = (db: Kysely<Tables>, value: Value<{ uid: string; locationUid: string }>) =>
  entityAndOwner(db, () => value('locationUid'))
    .leftJoin('datacards', (join) =>
      join.on('datacards.uid', '=', value('uid')).on('datacards.total_uses', '<>', UNLIMITED),
    )
    .leftJoin('assigned_uses', 'assigned_uses.datacard_uid', 'datacards.uid')
    .leftJoin('assignments', (join) =>
      join.onRef('assignments.location_uid', '=', 'entity.uid').on('assignments.datacard_uid', '=', value('uid')),
    )
    .select(sql<number | null>`(assigned_uses.uses + ${MODULUS}) % ${MODULUS}`.as('assigned'))
    .select('assignments.uses');

const usesOf = statement<{ uid: string; locationUid: string }>()(usesAt);

const lockedUsesOf = statement<{ uid: string; locationUid: string }>()((db, value) =>
  usesAt(db, value).forShare('entity'),
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
      const uid = factionUid;
      return readInTurns(
        async (place, most) => (await datacardParts.longer.all(db, { uid, most, ...place })).map(toDatacard),
        async (place, most) => (await datacardParts.further.all(db, { uid, most, ...place })).map(toDatacard),
        (datacard) => datacard.uid,
      );
    },

    assignments: (datacardUid) => readAssignments(db, datacardUid),

    async lockUses(datacardUid, locationUid) {
      const row = await (rowLocks ? lockedUsesOf : usesOf).first(db, { uid: datacardUid, locationUid });
      if (!row) return undefined;
      return { location: toOwned(row), assigned: row.assigned ?? 0, ofLocation: row.uses ?? undefined };
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

function toAssignment(row: Awaited<ReturnType<typeof assignmentParts.longer.all>>[number]): Assignment {
  return {
    location: { uid: row.location_uid, name: row.location_name },
    locationOwner: optionalNamed(row.owner_uid, row.owner_name),
    uses: row.uses,
  };
}
