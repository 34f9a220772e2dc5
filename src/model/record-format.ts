import { z } from 'zod';
import { type Column, type ColumnOptions, DerivedColumn, Part } from './column.js';
import { time } from './columns.js';
import type { Fields, Model, Row } from './model.js';

type Values = Record<string, unknown>;

/** The value of a secret, where a change is shown. */
const HIDDEN = '(hidden)';

/** The conversion between the record of a galaxy file and the row of a table. */
export type RecordFormat = ReturnType<typeof recordFormat>;

/** Returns the name of a field in galaxy files, its schema and its options. */
function inFile(name: string, { schema, options }: Column<unknown> | Part<unknown>) {
  return { name, as: options.field ?? name, schema, options };
}

/** Derives the record of a galaxy file from the fields of a row. Its schema returns stored values. */
export function recordFormat(fields: Fields) {
  const stored = Object.entries(fields).flatMap(([name, field]) =>
    field instanceof DerivedColumn ? [] : [inFile(name, field)],
  );
  const carried = stored.filter(({ options }) => options.isInFile !== false);
  /** The defaults of fields that a record omits when they have them. */
  const sparse = new Map(
    carried.filter(({ options }) => options.isSparse).map(({ name, schema }) => [name, schema.parse(undefined)]),
  );
  const omitted = stored
    .filter(({ options }) => options.isInFile === false)
    .map(({ name, schema }) => [name, schema.parse(undefined)] as const);
  return {
    schema: z.strictObject(Object.fromEntries(carried.map(({ as, schema }) => [as, schema]))),
    /** @param now Unix seconds: the default of columns that record when a row was made */
    toRow(record: Values, now: number): Values {
      const row: Values = Object.fromEntries(omitted);
      for (const { name, as, options } of carried) {
        row[name] = options.defaultsToNow ? (record[as] ?? now) : record[as];
      }
      return row;
    },
    toRecord(row: Values, withSecrets = true): Values {
      const record: Values = {};
      for (const { name, as, options } of carried) {
        if (options.isSecret && !withSecrets) continue;
        if (!sparse.has(name) || sparse.get(name) !== row[name]) record[as] = toField(options, row[name]);
      }
      return record;
    },
    /** Returns some columns of a row that galaxy files carry, by the names of their fields. */
    toFields(row: Values, columns: readonly string[]): Values {
      const shown = carried.filter(({ name }) => columns.includes(name));
      return Object.fromEntries(
        shown.map(({ name, as, options }) => [as, options.isSecret ? HIDDEN : toField(options, row[name])]),
      );
    },
  };
}

function toField({ toField: change }: Pick<ColumnOptions, 'toField'>, value: unknown): unknown {
  return change ? change(value) : value;
}

/** Declares a column of the base of a model. */
export function inherited<Value>(column: Column<Value>): Part<Value> {
  return new Part(column.schema);
}

/** Declares a list of rows of another model, with some of their columns. */
export function rowsOf<M extends Model, Name extends keyof Row<M> & string>(
  model: M,
  ...names: Name[]
): Part<Pick<Row<M>, Name>[]> {
  const fields = names.map((name) => [name, model.fields[name] as Column<unknown>] as const);
  const { schema, toRow, toRecord } = recordFormat(Object.fromEntries(fields));
  const rows = z.array(schema.transform((record) => toRow(record, 0))).default([]);
  const references = fields.map(([name, { options }]) => [name, options.references] as const);
  return new Part(
    rows as z.ZodType<unknown> as z.ZodType<Pick<Row<M>, Name>[]>,
    Object.fromEntries(references.flatMap(([name, table]) => (table === undefined ? [] : [[name, table]]))),
    (values) => (values as Values[]).map((row) => toRecord(row)),
  );
}

/**
 * A row to remove: its key, by the names of the columns. What leaves a tombstone may also have the fields of that, and the
 * time of the removal in Unix seconds.
 */
export type Removal = Readonly<Record<string, string | number | undefined>>;

/** The conversion between the record of a galaxy file that removes something and the row to remove. */
export type RemovalFormat = ReturnType<typeof removalFormat>;

const removed = z.boolean().refine((value) => value, 'must be true, or be left out to keep it');

/** Derives from a model the record that removes a row. */
export function removalFormat({ fields, key, tombstone }: Model) {
  const carried = [...key, ...(tombstone ?? [])].map((name) => inFile(name, fields[name] as Column<unknown>));
  const schemas = carried.map(({ name, as, schema }) => [as, key.includes(name) ? schema : schema.optional()]);
  return {
    schema: z.strictObject({
      ...(Object.fromEntries(schemas) as Record<string, z.ZodType>),
      removed,
      ...(tombstone && { removed_at: time().schema.optional() }),
    }),
    toRemoval: ({ removed_at, ...record }: Values): Removal => ({
      ...(Object.fromEntries(carried.map(({ name, as }) => [name, record[as]])) as Removal),
      ...(removed_at !== undefined && { removed_at: removed_at as number }),
    }),
    toRecord: ({ removed_at, ...removal }: Removal): Values => ({
      ...Object.fromEntries(carried.map(({ name, as }) => [as, removal[name]])),
      removed: true,
      removed_at,
    }),
  };
}
