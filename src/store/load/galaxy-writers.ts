import { type Kysely, sql } from 'kysely';
import { UNLIMITED } from '../../domain/datacard.js';
import { typeOfUid } from '../../domain/uid.js';
import { handleOf } from '../queries/entities.js';
import type { Tables } from '../tables.js';
import { RowRefused } from './explain-refusal.js';
import { upsert } from './upsert.js';
import type { Writers } from './writers.js';

/** Writes what there is in the galaxy. */
export function galaxyWriters(
  db: Kysely<Tables>,
): Pick<Writers, 'entity' | 'character' | 'membership' | 'datacard' | 'transaction' | 'event'> {
  const entities = upsert(db, { table: 'entities', key: ['uid'], values: ['name', 'handle', 'owner_uid'] });
  const characters = upsert(db, {
    table: 'characters',
    key: ['uid'],
    values: [
      'image',
      'race_uid',
      'gender',
      'last_login',
      'short_description',
      'biography',
      'is_private',
      'health',
      'health_max',
      'xp',
      'xp_level',
      'credits',
    ],
  });
  const memberships = upsert(db, {
    table: 'memberships',
    key: ['character_uid', 'faction_uid'],
    values: ['is_primary', 'can_view_datacards', 'can_manage_datacards'],
  });
  const datacards = upsert(db, {
    table: 'datacards',
    key: ['uid'],
    values: ['owner_uid', 'entity_uid', 'total_uses'],
  });
  const assignments = upsert(db, { table: 'assignments', key: ['datacard_uid', 'location_uid'], values: ['uses'] });
  const transactions = upsert(db, {
    table: 'transactions',
    key: ['id'],
    values: ['time', 'amount', 'sender_uid', 'receiver_uid', 'communication'],
  });
  const events = upsert(db, { table: 'events', key: ['uid'], values: ['receiver_uid', 'time', 'text'] });
  return {
    async entity(rows) {
      const written = await entities(rows.map((row) => entityRow(row.uid, row.name, row.ownerUid)));
      return written.length;
    },

    async character(rows) {
      const named = await entities(rows.map((row) => entityRow(row.uid, row.name, null)));
      const described = await characters(
        rows.map((row) => ({
          uid: row.uid,
          image: row.image,
          race_uid: row.raceUid,
          gender: row.gender,
          last_login: row.lastLogin,
          short_description: row.shortDescription,
          biography: row.biography,
          is_private: Number(row.isPrivate),
          health: row.health,
          health_max: row.healthMax,
          xp: row.xp,
          xp_level: row.xpLevel,
          credits: row.credits,
        })),
      );
      return new Set([...named, ...described]).size;
    },

    async membership(rows) {
      const written = await memberships(
        rows.map((row) => ({
          character_uid: row.characterUid,
          faction_uid: row.factionUid,
          is_primary: Number(row.primary),
          can_view_datacards: Number(row.canViewDatacards),
          can_manage_datacards: Number(row.canManageDatacards),
        })),
      );
      return written.length;
    },

    async datacard(rows) {
      const uids = rows.map((row) => row.uid);
      const known = new Set(
        (await db.selectFrom('datacards').select('uid').where('uid', 'in', uids).execute()).map((row) => row.uid),
      );
      const written = await datacards(
        rows.map((row) => ({
          uid: row.uid,
          owner_uid: row.ownerUid,
          entity_uid: row.entityUid,
          total_uses: row.totalUses,
        })),
      );
      for (const row of rows) {
        if (known.has(row.uid)) continue;
        known.add(row.uid);
        await assignments(
          row.assignments.map(({ locationUid, uses }) => ({ datacard_uid: row.uid, location_uid: locationUid, uses })),
        );
      }
      await refuseOverassigned(db, uids);
      return written.length;
    },

    async transaction(rows) {
      const written = await transactions(
        rows.map((row) => ({
          id: row.id,
          time: row.time,
          amount: row.amount,
          sender_uid: row.senderUid,
          receiver_uid: row.receiverUid,
          communication: row.communication,
        })),
      );
      return written.length;
    },

    async event(rows) {
      const written = await events(
        rows.map((row) => ({ uid: row.uid, receiver_uid: row.receiverUid, time: row.time, text: row.text })),
      );
      return written.length;
    },
  };
}

function entityRow(uid: string, name: string, ownerUid: string | null) {
  const type = typeOfUid(uid);
  const handle = type === 'character' || type === 'faction' ? handleOf(type, name) : null;
  return { uid, name, handle, owner_uid: ownerUid };
}

async function refuseOverassigned(db: Kysely<Tables>, uids: string[]): Promise<void> {
  const over = await db
    .selectFrom('datacards')
    .innerJoin('assignments', 'assignments.datacard_uid', 'datacards.uid')
    .select(['datacards.uid', 'datacards.total_uses', sql<number>`sum(assignments.uses)`.as('assigned')])
    .where('datacards.uid', 'in', uids)
    .where('datacards.total_uses', '<>', UNLIMITED)
    .groupBy(['datacards.uid', 'datacards.total_uses'])
    .having(sql<boolean>`sum(assignments.uses) > datacards.total_uses or min(assignments.uses) = ${UNLIMITED}`)
    .executeTakeFirst();
  if (over) {
    throw new RowRefused(`${over.uid} has more uses assigned than its total of ${over.total_uses} allows`);
  }
}
