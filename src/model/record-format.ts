import { z } from 'zod';
import { type Column, type ColumnOptions, DerivedColumn, Part } from './column.js';
import { time } from './columns.js';
import type { Fields, Model, Row } from './model.js';

type Values = Record<string, unknown>;

function inFile(name: string, { schema, options }: Column<unknown> | Part<unknown>) {
  return { name, as: options.field ?? name, schema, options };
}

/** Derives a galaxy file's record from the fields of a row. Its schema returns stored values. */
export function recordFormat(fields: Fields) {
  const stored = Object.entries(fields).flatMap(([name, field]) =>
    field instanceof DerivedColumn ? [] : [inFile(name, field)],
  );
  const carried = stored.filter(({ options }) => options.isInFile !== false);
  const sparse = new Map(
    carried.filter(({ options }) => options.isSparse).map(({ name, schema }) => [name, schema.parse(undefined)]),
  );
  const omitted = stored
    .filter(({ options }) => options.isInFile === false)
    .map(({ name, schema }) => [name, schema.parse(undefined)] as const);
  return {
    schema: z.strictObject(Object.fromEntries(carried.map(({ as, schema }) => [as, schema]))),
    /** `now` (Unix seconds) is the default of creation times. */
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
  };
}

function toField({ toField: change }: Pick<ColumnOptions, 'toField'>, value: unknown): unknown {
  return change ? change(value) : value;
}

/** Declares a column that the base of the model stores. */
export function inherited<Value>(column: Column<Value>): Part<Value> {
  return new Part(column.schema);
}

export function rowsOf<M extends Model, Name extends keyof Row<M> & string>(
  model: M,
  ...names: Name[]
): Part<Pick<Row<M>, Name>[]> {
  const fields = names.map((name) => [name, model.fields[name] as Column<unknown>] as const);
  const { schema, toRow, toRecord } = recordFormat(Object.fromEntries(fields));
  const rows = z.array(schema.transform((record) => toRow(record, 0))).default([]);
  return new Part(rows as z.ZodType<unknown> as z.ZodType<Pick<Row<M>, Name>[]>, (values) =>
    (values as Values[]).map((row) => toRecord(row)),
  );
}

/** The key of a row to remove, by column. Rows with a tombstone may add its fields and `removed_at` in Unix seconds. */
export type Removal = Readonly<Record<string, string | number | undefined>>;

const removed = z.boolean().refine((value) => value, 'must be true, or be left out to keep it');

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
