import type { z } from 'zod';
import { typeOfUid } from '../domain/uid.js';
import type { LoadBatch, LoadKind, LoadRow } from '../store/load/rows.js';
import { printable, quote } from './printable.js';
import { blacklist, client, grant, token } from './records/access.js';
import { datacard } from './records/datacards.js';
import type { RecordDefinition } from './records/define.js';
import { character, entity, faction, membership } from './records/entities.js';
import { event, transaction } from './records/ledger.js';
import { reasonOf } from './records/reason.js';
import { datacardChange, fact, idempotencyKey } from './records/service.js';

/** Every kind of record. Their fields are explained in docs/import-format.md. */
const definitions = {
  ...{ faction, character, membership, entity, datacard, event, transaction },
  ...{ client, grant, token, blacklist, fact },
  datacard_change: datacardChange,
  idempotency_key: idempotencyKey,
};

export type RecordKind = keyof typeof definitions;

/** The kinds, as `kind` names them. */
export const recordKinds = Object.keys(definitions) as RecordKind[];

/** A record that can be stored. */
export interface ReadRecord {
  kind: RecordKind;
  /** Names it among the records of its kind. */
  key: string;
  /** The kind of row that it became. */
  into: LoadKind;
  row: LoadRow[LoadKind];
}

/** A record that cannot be, and why; its kind where that much could be told. */
export interface UnreadableRecord {
  kind: RecordKind | undefined;
  reason: string;
}

type AnyDefinition = RecordDefinition<LoadKind, z.ZodObject>;

/**
 * Reads one line of a file of records.
 *
 * @param now Unix seconds: when a client or grant was made whose record does not say
 */
export function readRecord(line: string, now: number): ReadRecord | UnreadableRecord {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: undefined, reason: `it is not JSON: ${printable(message)}` };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { kind: undefined, reason: `it must be an object, {"kind": …}, not ${quote(json)}` };
  }
  const { kind } = json as { kind?: unknown };
  if (typeof kind !== 'string' || !isRecordKind(kind)) {
    const problem = kind === undefined ? 'kind is missing' : `kind is unknown: ${quote(kind)}`;
    return { kind: undefined, reason: `${problem}; the kinds are ${recordKinds.join(', ')}` };
  }
  return readKind(kind, json, now);
}

function isRecordKind(text: string): text is RecordKind {
  return Object.hasOwn(definitions, text);
}

function readKind(kind: RecordKind, json: object, now: number): ReadRecord | UnreadableRecord {
  const { into, schema, key, toRow } = definitions[kind] as unknown as AnyDefinition;
  const { kind: _, ...fields } = json as Record<string, unknown>;
  const result = schema.safeParse(fields, { reportInput: true });
  if (!result.success) return { kind, reason: reasonOf(result.error, kind, Object.keys(schema.shape)) };
  const row = toRow(result.data, now);
  return { kind, key: key(row), into, row };
}

/** The records of a batch of rows, as they stand in a file. */
export function toRecords({ kind, rows }: LoadBatch): object[] {
  return rows.map((row) => {
    const recordKind = recordKindOf(kind, row);
    const { toRecord } = definitions[recordKind] as unknown as AnyDefinition;
    return { kind: recordKind, ...toRecord(row) };
  });
}

/** A faction is an entity to the store, and a kind of its own to whoever writes a file. */
function recordKindOf(kind: LoadKind, row: LoadRow[LoadKind]): RecordKind {
  return kind === 'entity' && 'uid' in row && typeOfUid(row.uid) === 'faction' ? 'faction' : kind;
}
