import { z } from 'zod';
import { permissionNames } from '../domain/permission.js';
import { Part } from './column.js';
import { flag, name, oneOf, sha256, stringList, text, time, uid } from './columns.js';
import { defineModel, type Row } from './model.js';

/** A program that may be given access. What was revoked stays so; the same goes for grants and tokens. */
export const client = defineModel({
  table: 'clients',
  key: ['id'],
  fields: {
    id: name(),
    name: name(),
    created_at: time().defaultsToNow().update('never'),
    revoked_at: time().nullable().update('once'),
    /** The account that registered it; null for a client of the host. */
    owner_id: name().references('accounts').as('owner').nullable().sparse(),
    /** Null for a public client, and for one that gets its tokens from the host. */
    secret_hash: sha256().nullable().sparse().secret(),
    /** 1 for a program that can keep no secret, such as one that people install. */
    is_public: flag().as('public').default(0).sparse(),
    /** The addresses that a browser may be sent back to, as JSON. */
    redirect_uris: stringList().sparse(),
    /** Native clients may be sent back to any port of a loopback address. RFC 8252, section 7.3. */
    application_type: oneOf('web', 'native').default('web').sparse(),
    /** 1 for a program that must send a code challenge; one without a secret must in any case. RFC 7636. */
    requires_pkce: flag().default(0).sparse(),
    /** 1 for a program that may ask about the tokens of others. RFC 7662. */
    is_resource_server: flag().as('resource_server').default(0).sparse(),
  },
});

export type ClientRow = Row<typeof client>;

/** The values of a client of the host that gets its tokens from the command line alone. */
export const unregistered = {
  owner_id: null,
  secret_hash: null,
  is_public: 0,
  redirect_uris: '[]',
  application_type: 'web',
  requires_pkce: 0,
  is_resource_server: 0,
} as const satisfies Partial<ClientRow>;

/** A permission of a grant. */
export const grantPermission = defineModel({
  table: 'grant_permissions',
  key: ['grant_id', 'permission'],
  fields: {
    grant_id: name().references('grants'),
    /** One of a later version may be stored, too. */
    permission: name(),
  },
});

/** A character's permissions to a client. */
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
    /** The account that agreed to it; null for a grant that the host made. */
    account_id: name().references('accounts').as('account').nullable().update('never').sparse(),
    /** The day on which a token of it was last used, for grants of accounts. */
    last_used_at: time().nullable().omitted().update('never'),
    /** The client address of that use. */
    last_used_from: text().nullable().omitted().update('never'),
    /** The name that its account has given the device or the token that has it. */
    name: name().nullable().sparse().update('never'),
  },
});

export type GrantRow = Row<typeof grant>;

/** A token by its hash; the token itself is known to its owner alone. */
export const token = defineModel({
  table: 'tokens',
  key: ['id'],
  update: 'never',
  fields: {
    /** Names the token in lists; says nothing about its secret. */
    id: name(),
    hash: sha256().secret(),
    grant_id: name().references('grants').as('grant'),
    created_at: time(),
    expires_at: time(),
    revoked_at: time().nullable().update('once'),
    /** Refresh tokens are exchanged for others, and give no access. Personal tokens are those that people make themselves. */
    kind: oneOf('access', 'refresh', 'personal').as('type').default('access').sparse(),
    /** The permissions that the token has of its grant's, separated by spaces; null for all of them. */
    scope: text().nullable().sparse(),
    /** The state that its exchange for another token needs, as JSON. */
    payload: text().nullable().sparse().secret(),
    /** The time at which a refresh token was exchanged. */
    consumed_at: time().nullable().update('once').sparse(),
  },
});

export type TokenRow = Row<typeof token>;
