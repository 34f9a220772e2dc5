/** People, programs, and permissions; then the tables of the service. Every secret is stored as its hash. */
export const accounts = `
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
  account_id text not null references accounts (id),
  character_uid text not null references characters (uid),
  primary key (account_id, character_uid)
);
create index account_characters_character on account_characters (character_uid);

create table invitations (
  hash text primary key check (length(hash) = 64),
  account_id text not null references accounts (id),
  created_at integer not null,
  expires_at integer not null,
  used_at integer
);
create index invitations_account on invitations (account_id);
create index invitations_end on invitations (expires_at);

create table sessions (
  hash text primary key check (length(hash) = 64),
  uid text not null unique,
  account_id text references accounts (id),
  expires_at integer not null,
  last_used_at integer,
  last_used_from text
);
create index sessions_account on sessions (account_id, expires_at, uid);
create index sessions_end on sessions (expires_at);

create table interactions (
  hash text primary key check (length(hash) = 64),
  payload text not null,
  expires_at integer not null
);
create index interactions_end on interactions (expires_at);

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
-- Apart for those of the host, so that the ones to remove are found without reading others.
create index grants_end on grants ((case when account_id is null then 1 else 0 end), expires_at);
create index grants_revoked on grants ((case when account_id is null then 1 else 0 end), revoked_at)
  where revoked_at is not null;

create table grant_permissions (
  grant_id text not null references grants (id),
  permission text not null,
  primary key (grant_id, permission)
);

create table tokens (
  id text primary key,
  hash text not null unique check (length(hash) = 64),
  grant_id text not null references grants (id),
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
  kind text not null check (kind in ('authorization', 'device')),
  grant_id text references grants (id),
  user_code_hash text unique,
  payload text not null,
  consumed_at integer,
  polled_at integer,
  poll_interval integer not null,
  expires_at integer not null
);
create index codes_grant on codes (grant_id);
create index codes_end on codes (expires_at);

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
