/** The galaxy. Lists are indexed in the order of answers, by uid with shorter ones first, so that no call sorts one. */
export const schema = `
create table entities (
  uid text primary key,
  name text not null check (name <> ''),
  handle text unique,
  owner_uid text references entities (uid),
  removed_at integer
);

create table characters (
  uid text primary key references entities (uid),
  image text not null,
  race_uid text references entities (uid),
  gender text not null,
  last_login integer not null,
  short_description text not null,
  biography text not null,
  is_private integer not null check (is_private in (0, 1)),
  health integer not null,
  health_max integer not null,
  xp integer not null,
  xp_level integer not null,
  credits integer not null
);

create table memberships (
  character_uid text not null references characters (uid),
  faction_uid text not null references entities (uid),
  is_primary integer not null check (is_primary in (0, 1)),
  can_view_datacards integer not null check (can_view_datacards in (0, 1)),
  can_manage_datacards integer not null check (can_manage_datacards in (0, 1)),
  primary key (character_uid, faction_uid)
);
create unique index memberships_primary on memberships (character_uid) where is_primary = 1;
create index memberships_faction on memberships (faction_uid);

create table datacards (
  uid text primary key,
  owner_uid text not null references entities (uid),
  entity_uid text not null references entities (uid),
  total_uses integer not null check (total_uses >= -1),
  removed_at integer
);
create index datacards_owner on datacards (owner_uid);
create index datacards_owner_order on datacards (owner_uid, (length(uid)), uid);

create table assignments (
  datacard_uid text not null references datacards (uid),
  location_uid text not null references entities (uid),
  uses integer not null check (uses = -1 or uses > 0),
  primary key (datacard_uid, location_uid)
);
create index assignments_order on assignments (datacard_uid, (length(location_uid)), location_uid, uses);
create index assignments_location on assignments (location_uid);

create table transactions (
  id integer primary key check (id > 0),
  time integer not null,
  amount integer not null,
  sender_uid text not null references entities (uid),
  receiver_uid text not null references entities (uid),
  communication text not null
);
-- A payment to oneself is only in the first. The length of a run is counted in these indexes, without the rows.
create index transactions_sender on transactions (sender_uid, id);
create index transactions_receiver on transactions (receiver_uid, id, sender_uid)
  where sender_uid <> receiver_uid;

create table events (
  uid text primary key,
  receiver_uid text not null references entities (uid),
  time integer not null,
  text text not null,
  type text check (type <> '')
);
create index events_receiver on events (receiver_uid, time, (length(uid)), uid);
-- Of each type without regard to case.
create index events_type on events (receiver_uid, (lower(type)), time, (length(uid)), uid) where type is not null;

-- The order in which events and transactions are stored, for the streams that follow them. An event has the number in its uid.
create table arrivals (
  sequence serial,
  kind text not null check (kind in ('event', 'transaction')),
  number integer not null
);
create unique index arrivals_number on arrivals (number, kind);

-- People, programs, and permissions; then the tables of the service. Every secret is stored as its hash.
create table accounts (
  id text primary key check (id <> ''),
  name text not null check (name <> ''),
  name_key text not null unique,
  password_hash text,
  provider_issuer text,
  provider_subject text,
  created_at integer not null,
  disabled_at integer,
  last_sign_in_at integer
);

create unique index accounts_provider on accounts (provider_issuer, provider_subject);

create table account_characters (
  account_id text not null references accounts (id) on delete cascade,
  character_uid text not null references characters (uid),
  primary key (account_id, character_uid)
);
create index account_characters_character on account_characters (character_uid);

create table invitations (
  hash text primary key check (length(hash) = 64),
  account_id text not null references accounts (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null,
  used_at integer
);
create index invitations_account on invitations (account_id);
create index invitations_end on invitations (expires_at);

create table sessions (
  hash text primary key check (length(hash) = 64),
  uid text not null unique,
  account_id text references accounts (id) on delete cascade,
  expires_at integer not null,
  last_used_at integer,
  last_used_from text
);
create index sessions_account on sessions (account_id, expires_at, uid);
create index sessions_end on sessions (expires_at);

create table clients (
  id text primary key check (id <> ''),
  name text not null,
  created_at integer not null,
  revoked_at integer,
  owner_id text references accounts (id),
  secret_hash text check (length(secret_hash) = 64),
  is_public integer not null default 0 check (is_public in (0, 1)),
  redirect_uris text not null default '[]',
  application_type text not null default 'web' check (application_type in ('web', 'native')),
  requires_pkce integer not null default 0 check (requires_pkce in (0, 1)),
  is_resource_server integer not null default 0 check (is_resource_server in (0, 1))
);
create index clients_owner on clients (owner_id);

create table grants (
  id text primary key check (id <> ''),
  client_id text not null references clients (id),
  character_uid text not null references characters (uid),
  created_at integer not null,
  expires_at integer not null,
  revoked_at integer,
  account_id text references accounts (id),
  last_used_at integer,
  last_used_from text,
  name text check (name <> '')
);
create index grants_character on grants (character_uid, client_id);
create index grants_account on grants (account_id, client_id, character_uid);
create index grants_end on grants (expires_at);
create index grants_revoked on grants (revoked_at) where revoked_at is not null;

create table grant_permissions (
  grant_id text not null references grants (id) on delete cascade,
  permission text not null,
  primary key (grant_id, permission)
);

create table tokens (
  id text primary key,
  hash text not null unique check (length(hash) = 64),
  grant_id text not null references grants (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null,
  revoked_at integer,
  kind text not null default 'access' check (kind in ('access', 'refresh', 'personal')),
  scope text,
  consumed_at integer
);
create index tokens_grant on tokens (grant_id);
create index tokens_end on tokens (expires_at);
create index tokens_consumed on tokens (consumed_at) where consumed_at is not null;

create table codes (
  hash text primary key check (length(hash) = 64),
  kind text not null check (kind in ('authorization', 'device', 'interaction')),
  grant_id text references grants (id) on delete cascade,
  user_code_hash text unique,
  payload text not null,
  consumed_at integer,
  polled_at integer,
  poll_interval integer not null,
  expires_at integer not null
);
create index codes_grant on codes (grant_id);
create index codes_end on codes (expires_at);
create index codes_kind on codes (kind, expires_at);

create table blacklist (
  address text primary key,
  created_at integer not null,
  expires_at integer not null,
  reason text not null
);
create index blacklist_end on blacklist (expires_at, address);

create table idempotency_keys (
  client_id text not null references clients (id),
  character_uid text not null references characters (uid),
  key text not null,
  request_hash text not null,
  answer text not null,
  created_at integer not null,
  primary key (client_id, character_uid, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- A line that no client asked for has none, nor a character and a request.
create table datacard_changes (
  id serial,
  time integer not null,
  action text not null check (action in ('assign', 'revoke', 'use', 'reclaim')),
  client_id text references clients (id),
  character_uid text references characters (uid),
  datacard_uid text not null references datacards (uid),
  location_uid text not null references entities (uid),
  uses_before integer not null,
  uses_after integer not null,
  request_id text
);
create index datacard_changes_datacard on datacard_changes (datacard_uid, id);
-- Uses that the game reports, which count once: what imports compare with.
create unique index datacard_changes_use on datacard_changes (request_id) where action = 'use';
create view uses as
  select request_id as id, time, datacard_uid, location_uid, uses_before - uses_after as uses
  from datacard_changes where action = 'use';

create table facts (
  name text primary key,
  value text not null
);
`;
