import { z } from 'zod';
import { permissionNames } from '../domain/permission.js';
import { Part } from './column.js';
import { flag, name, oneOf, sha256, stringList, text, time, uid } from './columns.js';
import { defineModel, type Row } from './model.js';

/** Revoking a client, a grant or a token is final. */
export const client = defineModel({
  table: 'clients',
  key: ['id'],
  fields: {
    id: name(),
    name: name(),
    created_at: time().defaultsToNow().update('never'),
    revoked_at: time().nullable().update('once'),
    /** Null for a client of the host. */
    owner_id: name().references('accounts').as('owner').nullable().sparse(),
    /** Null for a public client, and for one that gets its tokens from the host. */
    secret_hash: sha256().nullable().sparse().secret(),
    /** 1 for a program that cannot keep a secret, such as one that people install. */
    is_public: flag().as('public').default(0).sparse(),
    redirect_uris: stringList().sparse(),
    /** Native clients may return to any port of a loopback address. RFC 8252, section 7.3. */
    application_type: oneOf('web', 'native').default('web').sparse(),
    /** 1 if it must send a code challenge; a client without a secret always must. RFC 7636. */
    requires_pkce: flag().default(0).sparse(),
    /** 1 if it may inspect the tokens of others. RFC 7662. */
    is_resource_server: flag().as('resource_server').default(0).sparse(),
  },
});

export type ClientRow = Row<typeof client>;

/** The values of a client of the host that gets its tokens only from the command line. */
export const unregistered = {
  owner_id: null,
  secret_hash: null,
  is_public: 0,
  redirect_uris: '[]',
  application_type: 'web',
  requires_pkce: 0,
  is_resource_server: 0,
} as const satisfies Partial<ClientRow>;

export const grantPermission = defineModel({
  table: 'grant_permissions',
  key: ['grant_id', 'permission'],
  fields: {
    grant_id: name().references('grants'),
    permission: name(),
  },
});

export const grant = defineModel({
  table: 'grants',
  key: ['id'],
  fields: {
    id: name(),
    client_id: name().references('clients').as('client'),
    character_uid: uid('character').references('characters').as('character'),
    permissions: new Part(z.array(z.enum(permissionNames))),
    created_at: time().defaultsToNow().update('never'),
    expires_at: time(),
    revoked_at: time().nullable().update('once'),
    /** Null for a grant that the host made. */
    account_id: name().references('accounts').as('account').nullable().update('never').sparse(),
    last_used_at: time().nullable().omitted().update('never'),
    last_used_from: text().nullable().omitted().update('never'),
    name: name().nullable().sparse().update('never'),
  },
});

export type GrantRow = Row<typeof grant>;

export const token = defineModel({
  table: 'tokens',
  key: ['id'],
  update: 'never',
  fields: {
    /** Names the token in lists; reveals nothing about its secret. */
    id: name(),
    hash: sha256().secret(),
    grant_id: name().references('grants').as('grant'),
    created_at: time(),
    expires_at: time(),
    revoked_at: time().nullable().update('once'),
    /** Refresh tokens give no access; people create personal tokens themselves. */
    kind: oneOf('access', 'refresh', 'personal').as('type').default('access').sparse(),
    /** Separated by spaces; null for all permissions of the grant, as every token of the host has. */
    scope: text().nullable().sparse(),
    consumed_at: time().nullable().update('once').sparse(),
  },
});

export type TokenRow = Row<typeof token>;
