import { z } from 'zod';
import { Column, type ColumnOptions, Part } from './column.js';
import type { Fields, Model, Row } from './model.js';

type Values = Record<string, unknown>;

/** The value of a secret, where a change is shown. */
const HIDDEN = '(hidden)';

/** The conversion between the record of a galaxy file and the row of a table. */
export interface RecordFormat {
  /** Reads the fields of a record, and returns their stored values. */
  schema: z.ZodObject;
  /** @param now Unix seconds: the time of what does not say when it was made */
  toRow(record: Values, now: number): Values;
  toRecord(row: Values, withSecrets?: boolean): Values;
  /** Returns some columns of a row, by the names of their fields; what galaxy files leave out is left out. */
  toFields(row: Values, columns: readonly string[]): Values;
}

/** Derives the record of a galaxy file from the fields of a row. */
export function recordFormat(fields: Fields): RecordFormat {
  const carried = Object.entries(fields).flatMap(([name, field]) =>
    isCarried(field)
      ? [
          {
            name,
            as: fieldName(name, field),
            schema: field.schema,
            options: optionsOf(field),
          },
        ]
      : [],
  );
  /** The values with which fields are left out of a record. */
  const sparse = new Map(
    carried.filter(({ options }) => options.isSparse).map(({ name, schema }) => [name, schema.parse(undefined)]),
  );
  const omitted = Object.entries(fields).flatMap(([name, field]) =>
    field instanceof Column && field.options.isInFile === false ? [[name, field.schema.parse(undefined)] as const] : [],
  );
  return {
    schema: z.strictObject(Object.fromEntries(carried.map(({ as, schema }) => [as, schema]))),
    toRow(record, now) {
      const row: Values = Object.fromEntries(omitted);
      for (const { name, as, options } of carried) {
        row[name] = options.defaultsToNow ? (record[as] ?? now) : record[as];
      }
      return row;
    },
    toRecord(row, withSecrets = true) {
      const record: Values = {};
      for (const { name, as, options } of carried) {
        if (options.isSecret && !withSecrets) continue;
        if (!sparse.has(name) || sparse.get(name) !== row[name]) record[as] = toField(options, row[name]);
      }
      return record;
    },
    toFields: (row, columns) =>
      Object.fromEntries(
        carried
          .filter(({ name }) => columns.includes(name))
          .map(({ name, as, options }) => [as, options.isSecret ? HIDDEN : toField(options, row[name])]),
      ),
  };
}

/** A column of the base of a model. */
export function inherited<Value>(column: Column<Value>): Part<Value> {
  return new Part(column.schema);
}

/** A list of rows of another model, with some of their columns. */
export function rowsOf<M extends Model, Name extends keyof Row<M> & string>(
  model: M,
  ...names: Name[]
): Part<Pick<Row<M>, Name>[]> {
  const fields = Object.fromEntries(Object.entries(model.fields).filter(([name]) => names.includes(name as Name)));
  const { schema, toRow, toRecord } = recordFormat(fields);
  const rows = z.array(schema.transform((record) => toRow(record, 0))).default([]);
  const references = Object.entries(fields).flatMap(([name, field]) =>
    field instanceof Column && field.options.references !== undefined ? [[name, field.options.references]] : [],
  );
  return new Part(
    rows as z.ZodType<unknown> as z.ZodType<Pick<Row<M>, Name>[]>,
    Object.fromEntries(references),
    (values) => (values as Values[]).map((row) => toRecord(row)),
  );
}

function isCarried(field: Fields[string]): field is Column<unknown> | Part<unknown> {
  return field instanceof Part || (field instanceof Column && field.options.isInFile !== false);
}

function optionsOf(field: Column<unknown> | Part<unknown>): Partial<ColumnOptions> {
  return field instanceof Part ? { toField: field.toField } : field.options;
}

/** Returns the name of a field in a galaxy file. */
export function fieldName(name: string, field: Column<unknown> | Part<unknown>): string {
  return optionsOf(field).field ?? name;
}

function toField({ toField: change }: Partial<ColumnOptions>, value: unknown): unknown {
  return change ? change(value) : value;
}
