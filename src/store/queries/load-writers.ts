import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { UNLIMITED } from '../../domain/datacard.js';
import { typeOfUid } from '../../domain/uid.js';
import type { LoadKind, LoadRow } from '../load.js';
import type { Tables } from '../tables.js';
import type { Traits } from '../traits.js';
import { changeRow } from './datacards.js';
import { handleOf } from './entities.js';
import { RowRefused } from './explain-refusal.js';
import { permissionsOf } from './tokens.js';
import { upsert } from './upsert.js';

/** Writes a batch of each kind, and tells how many of its rows were new or differed. */
export type Writers = { [K in LoadKind]: (rows: LoadRow[K][]) => Promise<number> };

/** What each kind of row means for the tables: which columns make its key, and which are updated where they differ. */
export function makeWriters(db: Kysely<Tables>, traits: Traits): Writers {
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
  const clients = upsert(db, {
    table: 'clients',
    key: ['id'],
    values: ['name'],
    once: ['revoked_at'],
    initial: ['created_at'],
  });
  const grants = upsert(db, {
    table: 'grants',
    key: ['id'],
    values: ['client_id', 'character_uid', 'expires_at'],
    once: ['revoked_at'],
    initial: ['created_at'],
  });
  const tokens = upsert(db, {
    table: 'tokens',
    key: ['id'],
    values: [],
    once: ['revoked_at'],
    initial: ['hash', 'grant_id', 'created_at', 'expires_at'],
  });
  const changes = upsert(db, {
    table: 'datacard_changes',
    key: ['id'],
    values: [],
    initial: [
      'time',
      'action',
      'client_id',
      'character_uid',
      'datacard_uid',
      'location_uid',
      'uses_before',
      'uses_after',
      'request_id',
    ],
  });
  const keys = upsert(db, {
    table: 'idempotency_keys',
    key: ['client_id', 'character_uid', 'key'],
    values: [],
    initial: ['request_hash', 'answer', 'created_at'],
  });
  const blacklist = upsert(db, {
    table: 'blacklist',
    key: ['address'],
    values: ['created_at', 'expires_at', 'reason'],
  });
  const facts = upsert(db, { table: 'facts', key: ['name'], values: ['value'] });

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

    async client(rows) {
      const written = await clients(
        rows.map((row) => ({ id: row.id, name: row.name, created_at: row.createdAt, revoked_at: row.revokedAt })),
      );
      return written.length;
    },

    async grant(rows) {
      const written = new Set(
        await grants(
          rows.map((row) => ({
            id: row.id,
            client_id: row.clientId,
            character_uid: row.characterUid,
            expires_at: row.expiresAt,
            created_at: row.createdAt,
            revoked_at: row.revokedAt,
          })),
        ),
      );
      const granted = await permissionsOf(
        db,
        rows.map((row) => row.id),
      );
      for (const row of rows) {
        if (sameNames(granted.get(row.id) ?? [], row.permissions)) continue;
        await db.deleteFrom('grant_permissions').where('grant_id', '=', row.id).execute();
        if (row.permissions.length > 0) {
          const values = [...new Set(row.permissions)].map((permission) => ({ grant_id: row.id, permission }));
          await db.insertInto('grant_permissions').values(values).execute();
        }
        written.add(row.id);
      }
      return written.size;
    },

    async token(rows) {
      const written = await tokens(
        rows.map((row) => ({
          id: row.id,
          hash: row.hash,
          grant_id: row.grantId,
          created_at: row.createdAt,
          expires_at: row.expiresAt,
          revoked_at: row.revokedAt,
        })),
      );
      return written.length;
    },

    async datacard_change(rows) {
      const written = await traits.numberedChanges(db, () =>
        changes(rows.map((row) => ({ id: row.id, ...changeRow(row) }))),
      );
      await refuseRewriting(db, rows);
      return written.length;
    },

    async idempotency_key(rows) {
      const written = await keys(
        rows.map((row) => ({
          client_id: row.clientId,
          character_uid: row.characterUid,
          key: row.key,
          request_hash: row.requestHash,
          answer: row.answer,
          created_at: row.createdAt,
        })),
      );
      return written.length;
    },

    async blacklist(rows) {
      const written = await blacklist(
        rows.map((row) => ({
          address: row.address,
          created_at: row.createdAt,
          expires_at: row.expiresAt,
          reason: row.reason,
        })),
      );
      return written.length;
    },

    async fact(rows) {
      return (await facts(rows.map(({ name, value }) => ({ name, value })))).length;
    },
  };
}

/** An audit trail that could be written anew would prove nothing. */
async function refuseRewriting(db: Kysely<Tables>, rows: LoadRow['datacard_change'][]): Promise<void> {
  const known = await db
    .selectFrom('datacard_changes')
    .selectAll()
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  const byId = new Map(known.map(({ id, ...row }) => [id, row]));
  const other = rows.find((row) => !isDeepStrictEqual({ ...byId.get(row.id) }, changeRow(row)));
  if (other) throw new RowRefused(`the audit trail has another change with the number ${other.id}`);
}

function entityRow(uid: string, name: string, ownerUid: string | null) {
  const type = typeOfUid(uid);
  const handle = type === 'character' || type === 'faction' ? handleOf(type, name) : null;
  return { uid, name, handle, owner_uid: ownerUid };
}

function sameNames(some: string[], others: string[]): boolean {
  return new Set(some).size === new Set([...some, ...others]).size && some.length === new Set(others).size;
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
