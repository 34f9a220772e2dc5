import type { Kysely } from 'kysely';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import { findNamed, optionalNamed } from './entities.js';
import { statement } from './statement.js';
import { permissionsOf } from './tokens.js';

/** A row for each membership of the character, the primary one first, or one without. */
const profile = statement<{ uid: string }>()((db, value) =>
  db
    .selectFrom('characters')
    .innerJoin('entities', 'entities.uid', 'characters.uid')
    .leftJoin('entities as race', 'race.uid', 'characters.race_uid')
    .leftJoin('memberships', 'memberships.character_uid', 'characters.uid')
    .leftJoin('entities as faction', 'faction.uid', 'memberships.faction_uid')
    .selectAll('characters')
    .select(['entities.name', 'race.name as race_name'])
    .select(['faction.uid as faction_uid', 'faction.name as faction_name', 'memberships.is_primary'])
    .where('characters.uid', '=', value('uid'))
    .orderBy('memberships.is_primary', 'desc')
    .orderBy('faction.name'),
);

const membership = statement<{ characterUid: string; factionUid: string }>()((db, value) =>
  db
    .selectFrom('memberships')
    .select(['can_view_datacards', 'can_manage_datacards'])
    .where('character_uid', '=', value('characterUid'))
    .where('faction_uid', '=', value('factionUid')),
);

export function characters(db: Kysely<Tables>): Store['characters'] {
  return {
    find: (uidOrName) => findNamed(db, 'character', uidOrName),

    async profile(uid) {
      const rows = await profile.all(db, { uid });
      const [row] = rows;
      if (!row) return undefined;
      return {
        uid: row.uid,
        name: row.name,
        image: row.image,
        race: optionalNamed(row.race_uid, row.race_name),
        factions: rows.flatMap(({ faction_uid, faction_name, is_primary }) => {
          const faction = optionalNamed(faction_uid, faction_name);
          return faction ? [{ ...faction, primary: is_primary === 1 }] : [];
        }),
        gender: row.gender,
        lastLogin: row.last_login,
        shortDescription: row.short_description,
        biography: row.biography,
        isPrivate: row.is_private === 1,
        health: row.health,
        healthMax: row.health_max,
        xp: row.xp,
        xpLevel: row.xp_level,
        credits: row.credits,
      };
    },

    async membership(characterUid, factionUid) {
      const row = await membership.first(db, { characterUid, factionUid });
      return (
        row && { canViewDatacards: row.can_view_datacards === 1, canManageDatacards: row.can_manage_datacards === 1 }
      );
    },

    async grants(characterUid, clientId, now) {
      const rows = await db
        .selectFrom('grants')
        .select(['id', 'client_id', 'character_uid', 'expires_at'])
        .where('character_uid', '=', characterUid)
        .where('client_id', '=', clientId)
        .where('expires_at', '>', now)
        .where('revoked_at', 'is', null)
        .orderBy('expires_at')
        .orderBy('id')
        .execute();
      const granted = await permissionsOf(
        db,
        rows.map((row) => row.id),
      );
      return rows.map((row) => ({
        id: row.id,
        clientId: row.client_id,
        characterUid: row.character_uid,
        permissions: granted.get(row.id) ?? [],
        expiresAt: row.expires_at,
      }));
    },
  };
}
