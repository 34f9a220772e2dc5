import { z } from 'zod';
import { permissionNames } from '../domain/permission.js';
import { Part } from './column.js';
import { name, sha256, time, uid } from './columns.js';
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
  },
});

export type ClientRow = Row<typeof client>;

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
    hash: sha256(),
    grant_id: name().references('grants').as('grant'),
    created_at: time(),
    expires_at: time(),
    revoked_at: time().nullable().update('once'),
  },
});

export type TokenRow = Row<typeof token>;
