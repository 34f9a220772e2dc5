import type { Kysely } from 'kysely';
import { isUid } from '../../domain/uid.js';
import type { Tables } from '../../model/index.js';
import { inOrder } from '../permissions-of.js';
import type { Store } from '../store.js';
import { findNamed, optionalNamed } from './entities.js';
import { statement } from './statement.js';

/** A row for each membership of the character, or one without. */
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

const membership = statement<{ characterUid: string; factionUid: string }>()((db, value) =>
  db
    .selectFrom('memberships')
    .select(['can_view_datacards', 'can_manage_datacards'])
    .where('character_uid', '=', value('characterUid'))
    .where('faction_uid', '=', value('factionUid')),
);

/** A row for each permission of a valid grant, or one without. */
const grants = statement<{ characterUid: string; clientId: string; now: number }>()((db, value) =>
  db
    .selectFrom('grants')
    .leftJoin('grant_permissions', 'grant_permissions.grant_id', 'grants.id')
    .select(['id', 'client_id', 'character_uid', 'expires_at', 'permission'])
    .where('character_uid', '=', value('characterUid'))
    .where('client_id', '=', value('clientId'))
    .where('expires_at', '>', value('now'))
    .where('revoked_at', 'is', null),
);

export function characters(db: Kysely<Tables>): Store['characters'] {
  return {
    find: (uidOrName) => findNamed(db, 'character', uidOrName),

    async profile(uidOrName) {
      // What has this uid need not be looked up first.
      const uid = isUid(uidOrName) ? uidOrName : (await findNamed(db, 'character', uidOrName))?.uid;
      const rows = uid === undefined ? [] : await profile.all(db, { uid });
      const [first] = rows;
      if (!first) return undefined;
      const { race_uid, race_name, faction_uid: _, faction_name: __, is_primary: ___, ...character } = first;
      const factions = rows.flatMap(({ faction_uid, faction_name, is_primary }) => {
        const faction = optionalNamed(faction_uid, faction_name);
        return faction && is_primary !== null ? [{ ...faction, is_primary }] : [];
      });
      factions.sort((one, other) => other.is_primary - one.is_primary || compare(one.name, other.name));
      return { ...character, race: optionalNamed(race_uid, race_name), factions };
    },

    membership: (characterUid, factionUid) => membership.first(db, { characterUid, factionUid }),

    async grants(characterUid, clientId, now) {
      const rows = await grants.all(db, { characterUid, clientId, now });
      const byId = new Map(rows.map(({ permission: _, ...grant }) => [grant.id, grant]));
      const sorted = [...byId.values()].sort(
        (one, other) => one.expires_at - other.expires_at || compare(one.id, other.id),
      );
      return sorted.map((grant) => {
        const ofGrant = rows.filter(({ id }) => id === grant.id);
        return { ...grant, permissions: inOrder(ofGrant.map(({ permission }) => permission)) };
      });
    },
  };
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}
