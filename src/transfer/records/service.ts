import { z } from 'zod';
import { productionTypes } from '../../domain/uid.js';
import { defineRecord } from './define.js';
import { hash, moment, name, text, uid, whole } from './fields.js';

/** A line of the audit trail of a datacard. */
export const datacardChange = defineRecord({
  into: 'datacard_change',
  schema: z.strictObject({
    id: whole(1),
    time: moment(),
    action: z.enum(['assign', 'revoke']),
    client: name(),
    character: uid('character'),
    datacard: uid('datacard'),
    location: uid(...productionTypes),
    uses_before: whole(-1),
    uses_after: whole(-1),
    request_id: name(),
  }),
  key: (row) => String(row.id),
  toRow: (record) => ({
    id: record.id,
    time: record.time,
    action: record.action,
    clientId: record.client,
    characterUid: record.character,
    datacardUid: record.datacard,
    locationUid: record.location,
    usesBefore: record.uses_before,
    usesAfter: record.uses_after,
    requestId: record.request_id,
  }),
  toRecord: (row) => ({
    id: row.id,
    time: row.time,
    action: row.action,
    client: row.clientId,
    character: row.characterUid,
    datacard: row.datacardUid,
    location: row.locationUid,
    uses_before: row.usesBefore,
    uses_after: row.usesAfter,
    request_id: row.requestId,
  }),
});

/** The answer that a request with an Idempotency-Key got, which its repetition gets too. */
export const idempotencyKey = defineRecord({
  into: 'idempotency_key',
  schema: z.strictObject({
    client: name(),
    character: uid('character'),
    key: text(),
    request_hash: hash(),
    answer: text(),
    created_at: moment(),
  }),
  key: (row) => JSON.stringify([row.clientId, row.characterUid, row.key]),
  toRow: (record) => ({
    clientId: record.client,
    characterUid: record.character,
    key: record.key,
    requestHash: record.request_hash,
    answer: record.answer,
    createdAt: record.created_at,
  }),
  toRecord: (row) => ({
    client: row.clientId,
    character: row.characterUid,
    key: row.key,
    request_hash: row.requestHash,
    answer: row.answer,
    created_at: row.createdAt,
  }),
});

export const fact = defineRecord({
  into: 'fact',
  schema: z.strictObject({ name: name(), value: text() }),
  key: (row) => row.name,
  toRow: (record) => record,
  toRecord: ({ name, value }) => ({ name, value }),
});
