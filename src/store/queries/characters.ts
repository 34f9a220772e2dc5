import { isUid, type UidType } from '../../domain/uid.js';
import { handleOf } from '../../model/entity.js';
import { grantsFor } from './account-grants.js';
import { entityAndOwner, optionalNamed, toOwned } from './datacards.js';
import { type Db, statement } from './statement.js';

const withOwner = statement<{ uid: string }>()(entityAndOwner);

const byUid = statement<{ uid: string }>()((db, value) =>
  db.selectFrom('entities').select(['uid', 'name']).where('uid', '=', value('uid')).where('removed_at', 'is', null),
);

/** Finds nothing that was removed, since that has no handle. */
const byHandle = statement<{ handle: string }>()((db, value) =>
  db.selectFrom('entities').select(['uid', 'name']).where('handle', '=', value('handle')),
);

/** A row for each membership, or one without. */
const profile = statement<{ uid: string }>()((db, value) =>
  db
    .selectFrom('characters')
    .innerJoin('entities', 'entities.uid', 'characters.uid')
    .leftJoin('entities as race', (join) =>
      join.onRef('race.uid', '=', 'characters.race_uid').on('race.removed_at', 'is', null),
    )
    .leftJoin('memberships', 'memberships.character_uid', 'characters.uid')
    .leftJoin('entities as faction', (join) =>
      join.onRef('faction.uid', '=', 'memberships.faction_uid').on('faction.removed_at', 'is', null),
    )
    .selectAll('characters')
    .select(['entities.name', 'race.name as race_name'])
    .select(['faction.uid as faction_uid', 'faction.name as faction_name', 'memberships.is_primary'])
    .where('characters.uid', '=', value('uid'))
    .where('entities.removed_at', 'is', null),
);

export function entities(db: Db) {
  return {
    async find(uid: string) {
      const row = await withOwner.first(db, { uid });
      return row && toOwned(row);
    },

    /** Finds a faction by its uid, or by its name in any case. */
    findFaction: (uidOrName: string) => findNamed(db, 'faction', uidOrName),
  };
}

async function findNamed(db: Db, type: UidType, uidOrName: string) {
  if (!isUid(uidOrName)) return byHandle.first(db, { handle: handleOf(type, uidOrName) });
  return isUid(uidOrName, type) ? byUid.first(db, { uid: uidOrName }) : undefined;
}

export function characters(db: Db) {
  return {
    /** Finds a character by its uid, or by its name in any case. */
    find: (uidOrName: string) => findNamed(db, 'character', uidOrName),

    async profile(uidOrName: string) {
      const uid = isUid(uidOrName) ? uidOrName : (await findNamed(db, 'character', uidOrName))?.uid;
      const rows = uid === undefined ? [] : await profile.all(db, { uid });
      const [first] = rows;
      if (!first) return undefined;
      const factions = rows.flatMap(({ faction_uid, faction_name, is_primary }) => {
        const isMember = faction_uid !== null && faction_name !== null && is_primary !== null;
        return isMember ? [{ uid: faction_uid, name: faction_name, is_primary }] : [];
      });
      factions.sort((one, other) => other.is_primary - one.is_primary || compare(one.name, other.name));
      // Copying a row of twenty columns would take half as long as reading it.
      return Object.assign(first, { race: optionalNamed(first.race_uid, first.race_name), factions });
    },

    grants: (characterUid: string, clientId: string, now: number) => grantsFor(db, clientId, characterUid, now),
  };
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}
