import { z } from 'zod';
import { permissionNames } from '../../domain/permission.js';
import { defineRecord } from './define.js';
import { moment, name, uid } from './fields.js';

export const client = defineRecord({
  into: 'client',
  schema: z.strictObject({
    id: name(),
    name: name(),
    created_at: moment().optional(),
  }),
  key: (row) => row.id,
  toRow: ({ id, name, created_at }, now) => ({ id, name, createdAt: created_at ?? now }),
  toRecord: ({ id, name, createdAt }) => ({ id, name, created_at: createdAt }),
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
  }),
  key: (row) => row.id,
  toRow: (record, now) => ({
    id: record.id,
    clientId: record.client,
    characterUid: record.character,
    permissions: record.permissions,
    createdAt: record.created_at ?? now,
    expiresAt: record.expires_at,
  }),
  toRecord: (row) => ({
    id: row.id,
    client: row.clientId,
    character: row.characterUid,
    permissions: row.permissions,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
  }),
});
