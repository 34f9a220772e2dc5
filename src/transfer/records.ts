import { z } from 'zod';
import { joinReasons, type Reason, refusals } from '../domain/refusals.js';
import { printable, quote } from '../domain/text.js';
import { typeOfUid } from '../domain/uid.js';
import { whole } from '../model/columns.js';
import type { Batch, RecordType, RemovedBatch, RowType } from '../model/index.js';
import { recordModels, recordTypes } from '../model/index.js';
import type { Model } from '../model/model.js';
import { recordFormat, removalFormat } from '../model/record-format.js';
import type { DumpScope, Store } from '../store/store.js';

function ofEach<Format>(format: (model: Model) => Format): Record<RecordType, Format> {
  const entries = Object.entries(recordModels).map(([type, model]) => [type, format(model)]);
  return Object.fromEntries(entries) as Record<RecordType, Format>;
}

const formats = ofEach(({ fields }) => recordFormat(fields));
const removalFormats = ofEach(removalFormat);

const END = 'end';

const endSchema = z.strictObject({ records: whole(0).schema });

const BYTE_ORDER_MARK = '\ufeff';

/** `cat` joins files into such lines. */
const MARKED = 'it begins with a byte order mark, which may only stand at the start of a file; remove it';

export interface ReadRecord {
  type: RecordType;
  row: object;
  /** True for a removal, whose row has only some fields. */
  removes: boolean;
}

/** The last record of a file: with fewer records before it, the file was cut short. */
export interface EndRecord {
  records: number;
}

export interface UnreadableRecord {
  type: RecordType | undefined;
  reason: Reason;
}

/** Reads a line of a galaxy file. `now` (Unix seconds) is the default creation time of clients and grants. */
export function readRecord(line: string, now: number): ReadRecord | EndRecord | UnreadableRecord {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const problem = line.startsWith(BYTE_ORDER_MARK) ? MARKED : printable(message);
    return { type: undefined, reason: refusals.notJson(problem) };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { type: undefined, reason: refusals.notAnObject(quote(json)) };
  }
  const { kind, ...fields } = json as Record<string, unknown>;
  if (typeof kind !== 'string' || !(kind === END || isRecordType(kind))) {
    const kinds = [...recordTypes, END].join(', ');
    const reason = kind === undefined ? refusals.noKind(kinds) : refusals.unknownKind(quote(kind), kinds);
    return { type: undefined, reason };
  }
  if (kind === END) {
    const { data, error } = endSchema.safeParse(fields, { reportInput: true });
    return data ?? { type: undefined, reason: reasonOf(error as z.ZodError, END, ['records']) };
  }
  return 'removed' in fields ? readRemoval(kind, fields) : readFields(kind, fields, now);
}

export function endLine(records: number): string {
  return `${JSON.stringify({ kind: END, records } satisfies EndRecord & { kind: string })}\n`;
}

export function isRecordType(text: string): text is RecordType {
  return Object.hasOwn(recordModels, text);
}

/** Returns text where the field takes it, else the number or flag it looks like. The import refuses what fits no field. */
export function readCell(type: RecordType, name: string, cell: string): string | number | boolean {
  if (fieldsOf(type).get(name)?.safeParse(cell).success !== false) return cell;
  if (/^-?\d{1,15}$/.test(cell)) return Number(cell);
  return /^(true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell;
}

export function fieldsOf(type: RecordType): ReadonlyMap<string, z.ZodType> {
  return new Map(Object.entries({ ...removalFormats[type].schema.shape, ...formats[type].schema.shape }));
}

function readFields(type: RecordType, fields: object, now: number): ReadRecord | UnreadableRecord {
  const { schema, toRow } = formats[type];
  const result = schema.safeParse(fields, { reportInput: true });
  if (!result.success) return { type, reason: reasonOf(result.error, type, Object.keys(schema.shape)) };
  const row = toRow(result.data, now);
  const fault = recordModels[type].check?.(row, now);
  return fault ? { type, reason: fault } : { type, row, removes: false };
}

function readRemoval(type: RecordType, fields: object): ReadRecord | UnreadableRecord {
  const { permanent } = recordModels[type];
  if (permanent !== undefined) return { type, reason: refusals.permanent(type, permanent) };
  const { schema, toRemoval } = removalFormats[type];
  const result = schema.safeParse(fields, { reportInput: true });
  if (!result.success) return { type, reason: reasonOf(result.error, `removed ${type}`, Object.keys(schema.shape)) };
  return { type, row: toRemoval(result.data), removes: true };
}

/** Yields the records of docs/import-format.md in bounded memory. Make no other call to the store until the last chunk. */
export async function* exportRecords(store: Store, scope?: DumpScope): AsyncGenerator<string> {
  let records = 0;
  for await (const batch of store.dump(scope)) {
    const some = toRecords(batch, typeof scope !== 'object');
    records += some.length;
    yield some.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
  yield endLine(records);
}

export function toRecords(batch: Batch | RemovedBatch, withSecrets = true): object[] {
  const { type } = batch;
  if ('removals' in batch) {
    return batch.removals.map((removal) => {
      const recordType = recordTypeOf(type, removal);
      return { kind: recordType, ...removalFormats[recordType].toRecord(removal) };
    });
  }
  return batch.rows.map((row) => {
    const recordType = recordTypeOf(type, row);
    return { kind: recordType, ...formats[recordType].toRecord(row as never, withSecrets) };
  });
}

function recordTypeOf(type: RowType, row: object): RecordType {
  return type === 'entity' && 'uid' in row && typeOfUid(String(row.uid)) === 'faction' ? 'faction' : type;
}

/** A line can have thousands of faults. */
const SHOWN = 3;

const words: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function reasonOf(error: z.ZodError, type: string, fields: string[]): Reason {
  // A misspelt field comes first: it explains why another one is missing.
  const unknown = error.issues.filter(({ code }) => code === 'unrecognized_keys');
  const issues = [...unknown, ...error.issues.filter(({ code }) => code !== 'unrecognized_keys')];
  const reasons = issues.slice(0, SHOWN).map((issue) => describe(issue, type, fields));
  return joinReasons(reasons, Math.max(issues.length - SHOWN, 0));
}

function describe(issue: z.core.$ZodIssue, type: string, fields: string[]): Reason {
  if (issue.code === 'unrecognized_keys') return describeUnknown(issue.keys, issue.path, type, fields);
  const field = nameOf(issue.path);
  if (issue.code !== 'custom' && issue.input === undefined) return refusals.missing(field);
  switch (issue.code) {
    case 'invalid_type':
      return refusals.wrongType(field, words[issue.expected] ?? issue.expected, quote(issue.input));
    case 'invalid_value':
      return refusals.notOneOf(field, issue.values.join(', '), quote(issue.input));
    default:
      return refusals.wrongValue(field, issue.message);
  }
}

function describeUnknown(keys: string[], path: PropertyKey[], type: string, fields: string[]): Reason {
  const names = keys.slice(0, SHOWN).map((key) => quote(key));
  const unknown = keys.length > SHOWN ? `${names.join(', ')} and ${keys.length - SHOWN} more` : names.join(', ');
  if (path.length > 0) return refusals.unknownPart(nameOf(path), unknown);
  return refusals.unknownField(type, unknown, fields.join(', '));
}

/** `assignments[0].location` */
function nameOf(path: PropertyKey[]): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${printable(String(step))}`,
    )
    .join('');
}
