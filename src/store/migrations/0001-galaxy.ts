import { type Migration, sql } from 'kysely';
import type { Ddl } from './ddl.js';

/** The indices of the credit log, which a load of many rows does without; what one sends to oneself is in the first alone. */
export const creditLogIndices = {
  transactions_sender: 'create index transactions_sender on transactions (sender_uid, id)',
  transactions_receiver:
    'create index transactions_receiver on transactions (receiver_uid, id) where sender_uid <> receiver_uid',
};

/** The galaxy, who may see it, and what keeps the service honest. */
export function galaxy({ integer, serial, text, tableOptions }: Ddl): Migration {
  const flag = (column: string) => `${column} ${integer} not null check (${column} in (0, 1))`;

  const statements = [
    `create table entities (
      uid ${text} primary key,
      name ${text} not null check (name <> ''),
      handle ${text} unique,
      owner_uid ${text} references entities (uid)
    ) ${tableOptions}`,

    `create table characters (
      uid ${text} primary key references entities (uid),
      image ${text} not null,
      race_uid ${text} references entities (uid),
      gender ${text} not null,
      last_login ${integer} not null,
      short_description ${text} not null,
      biography ${text} not null,
      ${flag('is_private')},
      health ${integer} not null,
      health_max ${integer} not null,
      xp ${integer} not null,
      xp_level ${integer} not null,
      credits ${integer} not null
    ) ${tableOptions}`,

    `create table memberships (
      character_uid ${text} not null references characters (uid),
      faction_uid ${text} not null references entities (uid),
      ${flag('is_primary')},
      ${flag('can_view_datacards')},
      ${flag('can_manage_datacards')},
      primary key (character_uid, faction_uid)
    ) ${tableOptions}`,
    'create unique index memberships_primary on memberships (character_uid) where is_primary = 1',

    `create table datacards (
      uid ${text} primary key,
      owner_uid ${text} not null references entities (uid),
      entity_uid ${text} not null references entities (uid),
      total_uses ${integer} not null check (total_uses >= -1)
    ) ${tableOptions}`,
    'create index datacards_owner on datacards (owner_uid)',

    `create table assignments (
      datacard_uid ${text} not null references datacards (uid),
      location_uid ${text} not null references entities (uid),
      uses ${integer} not null check (uses = -1 or uses > 0),
      primary key (datacard_uid, location_uid)
    ) ${tableOptions}`,

    `create table transactions (
      id ${integer} primary key check (id > 0),
      time ${integer} not null,
      amount ${integer} not null,
      sender_uid ${text} not null references entities (uid),
      receiver_uid ${text} not null references entities (uid),
      communication ${text} not null
    ) ${tableOptions}`,
    ...Object.values(creditLogIndices),

    `create table events (
      uid ${text} primary key,
      receiver_uid ${text} not null references entities (uid),
      time ${integer} not null,
      text ${text} not null
    ) ${tableOptions}`,

    `create table clients (
      id ${text} primary key check (id <> ''),
      name ${text} not null,
      created_at ${integer} not null,
      revoked_at ${integer}
    ) ${tableOptions}`,

    `create table grants (
      id ${text} primary key check (id <> ''),
      client_id ${text} not null references clients (id),
      character_uid ${text} not null references characters (uid),
      created_at ${integer} not null,
      expires_at ${integer} not null,
      revoked_at ${integer}
    ) ${tableOptions}`,
    'create index grants_character on grants (character_uid, client_id)',

    `create table grant_permissions (
      grant_id ${text} not null references grants (id),
      permission ${text} not null,
      primary key (grant_id, permission)
    ) ${tableOptions}`,

    `create table tokens (
      id ${text} primary key,
      hash ${text} not null unique check (length(hash) = 64),
      grant_id ${text} not null references grants (id),
      created_at ${integer} not null,
      expires_at ${integer} not null,
      revoked_at ${integer}
    ) ${tableOptions}`,
    'create index tokens_grant on tokens (grant_id)',

    `create table blacklist (
      address ${text} primary key,
      created_at ${integer} not null,
      expires_at ${integer} not null,
      reason ${text} not null
    ) ${tableOptions}`,

    `create table idempotency_keys (
      client_id ${text} not null references clients (id),
      character_uid ${text} not null references characters (uid),
      key ${text} not null,
      request_hash ${text} not null,
      answer ${text} not null,
      created_at ${integer} not null,
      primary key (client_id, character_uid, key)
    ) ${tableOptions}`,
    'create index idempotency_keys_age on idempotency_keys (created_at)',

    `create table datacard_changes (
      id ${serial},
      time ${integer} not null,
      action ${text} not null check (action in ('assign', 'revoke')),
      client_id ${text} not null references clients (id),
      character_uid ${text} not null references characters (uid),
      datacard_uid ${text} not null references datacards (uid),
      location_uid ${text} not null references entities (uid),
      uses_before ${integer} not null,
      uses_after ${integer} not null,
      request_id ${text} not null
    ) ${tableOptions}`,
    'create index datacard_changes_datacard on datacard_changes (datacard_uid, id)',

    `create table facts (
      name ${text} primary key,
      value ${text} not null
    ) ${tableOptions}`,
  ];

  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
