import type { Ddl } from './ddl.js';

/** All tables, in an order in which each refers only to those before it. */
export function tables(ddl: Ddl): string[] {
  return [...galaxy(ddl), ...accounts(ddl), ...access(ddl), ...upkeep(ddl), ...derived(ddl)];
}

const flag = ({ integer }: Ddl, column: string) => `${column} ${integer} not null check (${column} in (0, 1))`;

/** The galaxy. Lists are indexed in the order of answers, by uid with shorter ones first, so that no call sorts one. */
function galaxy(ddl: Ddl): string[] {
  const { integer, text, tableOptions, readsConditionOfIndex } = ddl;
  return [
    `create table entities (
      uid ${text} primary key,
      name ${text} not null check (name <> ''),
      handle ${text} unique,
      owner_uid ${text} references entities (uid),
      removed_at ${integer}
    ) ${tableOptions}`,

    `create table characters (
      uid ${text} primary key references entities (uid),
      image ${text} not null,
      race_uid ${text} references entities (uid),
      gender ${text} not null,
      last_login ${integer} not null,
      short_description ${text} not null,
      biography ${text} not null,
      ${flag(ddl, 'is_private')},
      health ${integer} not null,
      health_max ${integer} not null,
      xp ${integer} not null,
      xp_level ${integer} not null,
      credits ${integer} not null
    ) ${tableOptions}`,

    `create table memberships (
      character_uid ${text} not null references characters (uid),
      faction_uid ${text} not null references entities (uid),
      ${flag(ddl, 'is_primary')},
      ${flag(ddl, 'can_view_datacards')},
      ${flag(ddl, 'can_manage_datacards')},
      primary key (character_uid, faction_uid)
    ) ${tableOptions}`,
    'create unique index memberships_primary on memberships (character_uid) where is_primary = 1',
    'create index memberships_faction on memberships (faction_uid)',

    `create table datacards (
      uid ${text} primary key,
      owner_uid ${text} not null references entities (uid),
      entity_uid ${text} not null references entities (uid),
      total_uses ${integer} not null check (total_uses >= -1),
      removed_at ${integer}
    ) ${tableOptions}`,
    'create index datacards_owner on datacards (owner_uid)',
    'create index datacards_owner_order on datacards (owner_uid, (length(uid)), uid)',

    `create table assignments (
      datacard_uid ${text} not null references datacards (uid),
      location_uid ${text} not null references entities (uid),
      uses ${integer} not null check (uses = -1 or uses > 0),
      primary key (datacard_uid, location_uid)
    ) ${tableOptions}`,
    'create index assignments_order on assignments (datacard_uid, (length(location_uid)), location_uid, uses)',
    'create index assignments_location on assignments (location_uid)',

    `create table transactions (
      id ${integer} primary key check (id > 0),
      time ${integer} not null,
      amount ${integer} not null,
      sender_uid ${text} not null references entities (uid),
      receiver_uid ${text} not null references entities (uid),
      communication ${text} not null
    ) ${tableOptions}`,
    // What one sends to oneself is in the first alone. The length of a run is counted in these indexes, without the rows.
    'create index transactions_sender on transactions (sender_uid, id)',
    `create index transactions_receiver on transactions (receiver_uid, id${readsConditionOfIndex ? '' : ', sender_uid'})
      where sender_uid <> receiver_uid`,

    `create table events (
      uid ${text} primary key,
      receiver_uid ${text} not null references entities (uid),
      time ${integer} not null,
      text ${text} not null,
      type ${text} check (type <> '')
    ) ${tableOptions}`,
    'create index events_receiver on events (receiver_uid, time, (length(uid)), uid)',
    // Of each type without regard to case.
    'create index events_type on events (receiver_uid, (lower(type)), time, (length(uid)), uid) where type is not null',
  ];
}

/** People, and their sessions. Every secret is stored as its hash. */
function accounts({ integer, text, tableOptions }: Ddl): string[] {
  const hash = `hash ${text} primary key check (length(hash) = 64)`;
  return [
    `create table accounts (
      id ${text} primary key check (id <> ''),
      name ${text} not null check (name <> ''),
      name_key ${text} not null unique,
      password_hash ${text},
      provider_issuer ${text},
      provider_subject ${text},
      created_at ${integer} not null,
      disabled_at ${integer},
      last_sign_in_at ${integer}
    ) ${tableOptions}`,

    'create unique index accounts_provider on accounts (provider_issuer, provider_subject)',

    `create table account_characters (
      account_id ${text} not null references accounts (id),
      character_uid ${text} not null references characters (uid),
      primary key (account_id, character_uid)
    ) ${tableOptions}`,
    'create index account_characters_character on account_characters (character_uid)',

    `create table invitations (
      ${hash},
      account_id ${text} not null references accounts (id),
      created_at ${integer} not null,
      expires_at ${integer} not null,
      used_at ${integer}
    ) ${tableOptions}`,
    'create index invitations_account on invitations (account_id)',
    'create index invitations_end on invitations (expires_at)',

    `create table sessions (
      ${hash},
      uid ${text} not null unique,
      account_id ${text} references accounts (id),
      expires_at ${integer} not null,
      browser ${text},
      last_used_at ${integer},
      last_used_from ${text}
    ) ${tableOptions}`,
    'create index sessions_account on sessions (account_id, expires_at, uid)',
    'create index sessions_end on sessions (expires_at)',

    `create table interactions (
      ${hash},
      payload ${text} not null,
      expires_at ${integer} not null
    ) ${tableOptions}`,
    'create index interactions_end on interactions (expires_at)',
  ];
}

/** Programs, and what they may do for whom. */
function access({ integer, text, tableOptions }: Ddl): string[] {
  // An index on `account_id` does not serve a condition on it beside one on the time.
  const ofHost = '(case when account_id is null then 1 else 0 end)';
  return [
    `create table clients (
      id ${text} primary key check (id <> ''),
      name ${text} not null,
      created_at ${integer} not null,
      revoked_at ${integer},
      owner_id ${text} references accounts (id),
      secret_hash ${text} check (length(secret_hash) = 64),
      is_public ${integer} not null default 0 check (is_public in (0, 1)),
      redirect_uris ${text} not null default '[]',
      application_type ${text} not null default 'web' check (application_type in ('web', 'native')),
      requires_pkce ${integer} not null default 0 check (requires_pkce in (0, 1)),
      is_resource_server ${integer} not null default 0 check (is_resource_server in (0, 1))
    ) ${tableOptions}`,
    'create index clients_owner on clients (owner_id)',

    `create table grants (
      id ${text} primary key check (id <> ''),
      client_id ${text} not null references clients (id),
      character_uid ${text} not null references characters (uid),
      created_at ${integer} not null,
      expires_at ${integer} not null,
      revoked_at ${integer},
      account_id ${text} references accounts (id),
      last_used_at ${integer},
      last_used_from ${text},
      name ${text} check (name <> '')
    ) ${tableOptions}`,
    'create index grants_character on grants (character_uid, client_id)',
    'create index grants_account on grants (account_id, client_id, character_uid)',
    // Apart for those of the host, so that the ones to remove are found without reading others.
    `create index grants_end on grants (${ofHost}, expires_at)`,
    `create index grants_revoked on grants (${ofHost}, revoked_at) where revoked_at is not null`,

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
      revoked_at ${integer},
      kind ${text} not null default 'access' check (kind in ('access', 'refresh', 'personal')),
      scope ${text},
      payload ${text},
      consumed_at ${integer}
    ) ${tableOptions}`,
    'create index tokens_grant on tokens (grant_id)',
    'create index tokens_end on tokens (expires_at)',
    'create index tokens_consumed on tokens (consumed_at) where consumed_at is not null',

    `create table codes (
      hash ${text} primary key check (length(hash) = 64),
      kind ${text} not null check (kind in ('authorization', 'device')),
      grant_id ${text} references grants (id),
      user_code_hash ${text} unique,
      payload ${text} not null,
      consumed_at ${integer},
      polled_at ${integer},
      poll_interval ${integer} not null,
      expires_at ${integer} not null
    ) ${tableOptions}`,
    'create index codes_grant on codes (grant_id)',
    'create index codes_end on codes (expires_at)',
  ];
}

/** The tables of the service itself: its blacklist, audit trail and counters. */
function upkeep({ integer, serial, text, tableOptions, createSharedTable }: Ddl): string[] {
  return [
    `create table blacklist (
      address ${text} primary key,
      created_at ${integer} not null,
      expires_at ${integer} not null,
      reason ${text} not null
    ) ${tableOptions}`,
    'create index blacklist_end on blacklist (expires_at, address)',

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

    // A line that no client asked for has none, nor a character and a request.
    `create table datacard_changes (
      id ${serial},
      time ${integer} not null,
      action ${text} not null check (action in ('assign', 'revoke', 'use', 'reclaim')),
      client_id ${text} references clients (id),
      character_uid ${text} references characters (uid),
      datacard_uid ${text} not null references datacards (uid),
      location_uid ${text} not null references entities (uid),
      uses_before ${integer} not null,
      uses_after ${integer} not null,
      request_id ${text}
    ) ${tableOptions}`,
    'create index datacard_changes_datacard on datacard_changes (datacard_uid, id)',
    // Uses that the game reports, which count once: what imports compare with.
    "create unique index datacard_changes_use on datacard_changes (request_id) where action = 'use'",
    `create view uses as
      select request_id as id, time, datacard_uid, location_uid, uses_before - uses_after as uses
      from datacard_changes where action = 'use'`,

    `create table facts (
      name ${text} primary key,
      value ${text} not null
    ) ${tableOptions}`,

    // The windows of rate limits, for processes that share a database. A crash of it empties the table, and new windows begin.
    // The room that is left in each page lets a count go up in place, without a new entry in an index.
    ...(createSharedTable === undefined
      ? []
      : [
          `${createSharedTable} rate_windows (
            key ${text} primary key,
            count ${integer} not null,
            reset_at ${integer} not null
          ) ${tableOptions} with (fillfactor = 50)`,
          'create index rate_windows_age on rate_windows (reset_at)',
        ]),
  ];
}

/** The tables that triggers keep, so that no writer can forget to. */
function derived({ integer, serial, text, tableOptions, recordArrivals }: Ddl): string[] {
  return [
    // The order in which events and transactions are stored, for the streams that follow them.
    `create table arrivals (
      sequence ${serial},
      kind ${text} not null check (kind in ('event', 'transaction')),
      number ${integer} not null
    ) ${tableOptions}`,
    'create unique index arrivals_number on arrivals (number, kind)',
    // An event has no other number than the one in its uid, behind “39:”.
    ...recordArrivals('event', 'events', (row) => `cast(substr(${row}.uid, 4) as ${integer})`),
    ...recordArrivals('transaction', 'transactions', (row) => `${row}.id`),
  ];
}
