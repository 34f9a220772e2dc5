import type { SelectType, Simplify } from 'kysely';
import type { Reason } from '../domain/refusals.js';
import { type Column, type DerivedColumn, Part, type Update } from './column.js';

export type Fields = Readonly<Record<string, Column<unknown> | DerivedColumn<unknown> | Part<unknown>>>;

/** One kind of row. Its table's type, loading, dumping and record follow from this; store/migrations/ creates the table. */
export interface Model<F extends Fields = Fields, Table extends string = string> {
  table: Table;
  /** Identifies a row; dumps are in this order. */
  key: readonly string[];
  fields: F;
  /** The model whose table stores a part of the row under the same key. */
  base?: Model;
  /** The rule for columns that set none; `always` by default. */
  update?: Update;
  /** The fields of a removed row that stay besides its key, since histories refer to them. */
  tombstone?: readonly string[];
  permanent?: string;
  /** Returns what is wrong with the fields taken together; `now` is in Unix seconds. */
  check?(row: RowOf<F>, now: number): Reason | undefined;
}

type ValueOf<Field> = Field extends Column<infer Value> | DerivedColumn<infer Value> | Part<infer Value>
  ? SelectType<Value>
  : never;

type RowOf<F extends Fields> = {
  [Name in keyof F as F[Name] extends DerivedColumn<unknown> ? never : Name]: ValueOf<F[Name]>;
};

export type Row<M extends Model> = Simplify<RowOf<M['fields']>>;

export type TableOf<M extends Model> = {
  [Name in keyof M['fields'] as M['fields'][Name] extends Part<unknown> ? never : Name]: M['fields'][Name] extends
    | Column<infer Value>
    | DerivedColumn<infer Value>
    ? Value
    : never;
};

export function defineModel<F extends Fields, const Table extends string>(model: Model<F, Table>): Model<F, Table> {
  return model;
}

export function columnsOf({ fields }: Model): [name: string, column: Column<unknown> | DerivedColumn<unknown>][] {
  return Object.entries(fields).filter((entry): entry is [string, Column<unknown>] => !(entry[1] instanceof Part));
}
