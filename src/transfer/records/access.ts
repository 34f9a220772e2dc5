import { z } from 'zod';
import { permissionNames } from '../../domain/permission.js';
import { defineRecord } from './define.js';
import { hash, moment, name, text, uid } from './fields.js';

/** When it ceased to be in force, if it has. */
const revoked = () => moment().nullable().default(null);

export const client = defineRecord({
  into: 'client',
  schema: z.strictObject({
    id: name(),
    name: name(),
    created_at: moment().optional(),
    revoked_at: revoked(),
  }),
  key: (row) => row.id,
  toRow: ({ id, name, created_at, revoked_at }, now) => ({
    id,
    name,
    createdAt: created_at ?? now,
    revokedAt: revoked_at,
  }),
  toRecord: ({ id, name, createdAt, revokedAt }) => ({ id, name, created_at: createdAt, revoked_at: revokedAt }),
});

export const grant = defineRecord({
  into: 'grant',
  schema: z.strictObject({
    id: name(),
    client: name(),
    character: uid('character'),
    permissions: z.array(z.enum(permissionNames)),
    created_at: moment().optional(),
    expires_at: moment(),
    revoked_at: revoked(),
  }),
  key: (row) => row.id,
  toRow: (record, now) => ({
    id: record.id,
    clientId: record.client,
    characterUid: record.character,
    permissions: record.permissions,
    createdAt: record.created_at ?? now,
    expiresAt: record.expires_at,
    revokedAt: record.revoked_at,
  }),
  toRecord: (row) => ({
    id: row.id,
    client: row.clientId,
    character: row.characterUid,
    permissions: row.permissions,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    revoked_at: row.revokedAt,
  }),
});

/** A token by its hash: the token itself is known to its owner alone. */
export const token = defineRecord({
  into: 'token',
  schema: z.strictObject({
    id: name(),
    hash: hash(),
    grant: name(),
    created_at: moment(),
    expires_at: moment(),
    revoked_at: revoked(),
  }),
  key: (row) => row.id,
  toRow: (record) => ({
    id: record.id,
    hash: record.hash,
    grantId: record.grant,
    createdAt: record.created_at,
    expiresAt: record.expires_at,
    revokedAt: record.revoked_at,
  }),
  toRecord: (row) => ({
    id: row.id,
    hash: row.hash,
    grant: row.grantId,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    revoked_at: row.revokedAt,
  }),
});

export const blacklist = defineRecord({
  into: 'blacklist',
  schema: z.strictObject({ address: name(), created_at: moment(), expires_at: moment(), reason: text().default('') }),
  key: (row) => row.address,
  toRow: ({ address, created_at, expires_at, reason }) => ({
    address,
    createdAt: created_at,
    expiresAt: expires_at,
    reason,
  }),
  toRecord: ({ address, createdAt, expiresAt, reason }) => ({
    address,
    created_at: createdAt,
    expires_at: expiresAt,
    reason,
  }),
});
