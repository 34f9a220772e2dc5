import { type Migration, sql } from 'kysely';
import type { Ddl } from './ddl.js';

/** People, their sessions, and the rows of OAuth 2 that are not grants or tokens. Every secret is stored as its hash. */
export function accounts({ integer, text, tableOptions }: Ddl): Migration {
  const hash = `hash ${text} primary key check (length(hash) = 64)`;

  const statements = [
    `create table accounts (
      id ${text} primary key check (id <> ''),
      name ${text} not null check (name <> ''),
      name_key ${text} not null unique,
      password_hash ${text},
      created_at ${integer} not null,
      disabled_at ${integer},
      last_sign_in_at ${integer}
    ) ${tableOptions}`,

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
      payload ${text} not null,
      expires_at ${integer} not null
    ) ${tableOptions}`,
    'create index sessions_account on sessions (account_id)',
    'create index sessions_end on sessions (expires_at)',

    `create table interactions (
      ${hash},
      payload ${text} not null,
      expires_at ${integer} not null
    ) ${tableOptions}`,
    'create index interactions_end on interactions (expires_at)',

    `create table codes (
      ${hash},
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

    `alter table clients add column owner_id ${text} references accounts (id)`,
    `alter table clients add column secret_hash ${text} check (length(secret_hash) = 64)`,
    `alter table clients add column is_public ${integer} not null default 0 check (is_public in (0, 1))`,
    `alter table clients add column redirect_uris ${text} not null default '[]'`,
    `alter table clients add column application_type ${text} not null default 'web'
      check (application_type in ('web', 'native'))`,
    'create index clients_owner on clients (owner_id)',

    `alter table grants add column account_id ${text} references accounts (id)`,
    `alter table grants add column last_used_at ${integer}`,
    'create index grants_account on grants (account_id, client_id, character_uid)',

    `alter table tokens add column kind ${text} not null default 'access' check (kind in ('access', 'refresh', 'personal'))`,
    `alter table tokens add column scope ${text}`,
    `alter table tokens add column payload ${text}`,
    `alter table tokens add column consumed_at ${integer}`,
    'create index tokens_end on tokens (expires_at)',
    'create index tokens_consumed on tokens (consumed_at) where consumed_at is not null',
  ];

  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
