import { z } from 'zod';
import { joinReasons, type Reason, refusals } from '../domain/refusals.js';
import { printable, quote } from '../domain/text.js';
import { typeOfUid } from '../domain/uid.js';
import { whole } from '../model/columns.js';
import {
  type Batch,
  type RecordType,
  type RemovedBatch,
  type RowType,
  recordModels,
  recordTypes,
  type StagedRow,
  type StagedType,
} from '../model/index.js';
import {
  type RecordFormat,
  type Removal,
  type RemovalFormat,
  recordFormat,
  removalFormat,
} from '../model/record-format.js';

const formats = Object.fromEntries(
  Object.entries(recordModels).map(([type, { fields }]) => [type, recordFormat(fields)]),
) as Record<RecordType, RecordFormat>;

const removalFormats = Object.fromEntries(
  Object.entries(recordModels).map(([type, model]) => [type, removalFormat(model)]),
) as Record<RecordType, RemovalFormat>;

/** The kind of the last record of a file that says how many it has. */
const END = 'end';

const endSchema = z.strictObject({ records: whole(0).schema });

const BYTE_ORDER_MARK = '\ufeff';

/** Files that were put together with `cat` have such lines. */
const MARKED = 'it begins with a byte order mark, which may only stand at the start of a file; remove it';

/** A record that can be stored. */
export interface ReadRecord {
  type: RecordType;
  rowType: StagedType;
  row: StagedRow;
}

/** A record that removes something. */
export interface ReadRemoval {
  type: RecordType;
  rowType: StagedType;
  removal: Removal;
}

/** The last record of a file, with the number of records before it: a file that has fewer was cut short. */
export interface EndRecord {
  records: number;
}

/** A record that cannot be stored, and why; its type where that much is clear. */
export interface UnreadableRecord {
  type: RecordType | undefined;
  reason: Reason;
}

/**
 * Reads one line of a galaxy file.
 *
 * @param now Unix seconds: the time at which a client or grant was made whose record does not say
 */
export function readRecord(line: string, now: number): ReadRecord | ReadRemoval | EndRecord | UnreadableRecord {
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

/** Returns the line that ends a file of so many records. */
export function endLine(records: number): string {
  return `${JSON.stringify({ kind: END, records } satisfies EndRecord & { kind: string })}\n`;
}

export function isRecordType(text: string): text is RecordType {
  return Object.hasOwn(recordModels, text);
}

/**
 * Converts a cell of a table to the value of a field: a text where the field takes it, otherwise the number or the flag that it
 * looks like. What fits no field stays as it is: the import refuses it with its line.
 */
export function readCell(type: RecordType, name: string, cell: string): string | number | boolean {
  const fields = new Map(Object.entries({ ...removalFormats[type].schema.shape, ...formats[type].schema.shape }));
  if (fields.get(name)?.safeParse(cell).success !== false) return cell;
  if (/^-?\d{1,15}$/.test(cell)) return Number(cell);
  return /^(true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell;
}

/** Returns the names of the fields of a record and of its removal. */
export function fieldNames(type: RecordType): string[] {
  return Object.keys({ ...removalFormats[type].schema.shape, ...formats[type].schema.shape });
}

function readFields(type: RecordType, fields: object, now: number): ReadRecord | UnreadableRecord {
  const { schema, toRow } = formats[type];
  const result = schema.safeParse(fields, { reportInput: true });
  if (!result.success) return { type, reason: reasonOf(result.error, type, Object.keys(schema.shape)) };
  const row = toRow(result.data, now);
  const fault = recordModels[type].check?.(row, now);
  return fault ? { type, reason: fault } : { type, rowType: rowTypeOf(type), row: row as never };
}

function readRemoval(type: RecordType, fields: object): ReadRemoval | UnreadableRecord {
  const { permanent } = recordModels[type];
  if (permanent !== undefined) return { type, reason: refusals.permanent(type, permanent) };
  const { schema, toRemoval } = removalFormats[type];
  const result = schema.safeParse(fields, { reportInput: true });
  if (!result.success) return { type, reason: reasonOf(result.error, `removed ${type}`, Object.keys(schema.shape)) };
  return { type, rowType: rowTypeOf(type), removal: toRemoval(result.data) };
}

/** A faction is an entity to the store. */
function rowTypeOf(type: RecordType): StagedType {
  return type === 'faction' ? 'entity' : type;
}

/** Returns the records of a batch of rows, as they stand in a galaxy file. */
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

/** Returns some columns of a row as the fields of its record; columns that records do not have are left out. */
export function fieldsOf(type: RecordType, row: Record<string, unknown>, columns: readonly string[]) {
  return formats[type].toFields(row, columns);
}

/** A faction is an entity to the store, and a type of its own in a galaxy file. */
function recordTypeOf(type: RowType, row: object): RecordType {
  return type === 'entity' && 'uid' in row && typeOfUid(String(row.uid)) === 'faction' ? 'faction' : type;
}

/** The maximum number of faults in a reason; one line can have thousands. */
const SHOWN = 3;

const words: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Explains in one line why a record is refused, with the fields at fault. */
function reasonOf(error: z.ZodError, type: string, fields: string[]): Reason {
  // A misspelt field comes first: it is why another one is missing.
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
