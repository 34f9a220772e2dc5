import type { SelectType, Simplify } from 'kysely';
import type { Reason } from '../domain/refusals.js';
import { type Column, type DerivedColumn, Part, type Update } from './column.js';

/** The fields of a row by name, in the order in which a galaxy file has them. */
export type Fields = Readonly<Record<string, Column<unknown> | DerivedColumn<unknown> | Part<unknown>>>;

/**
 * One kind of row, declared once. Its table's type, how it is loaded and dumped, and the record of a galaxy file that
 * stands for it follow from this; its table is made by hand, in store/migrations/.
 */
export interface Model<F extends Fields = Fields, Table extends string = string> {
  table: Table;
  /** The columns that identify a row; dumps are in their order. */
  key: readonly string[];
  fields: F;
  /** The model whose table holds a part of the row, under the same key. */
  base?: Model;
  /** The rule for columns that have none of their own; `always` by default. */
  update?: Update;
  /**
   * The fields of what stays of a removed row, besides its key: histories of others refer to it. Absent where nothing stays.
   */
  tombstone?: readonly string[];
  /** The reason why a row is never removed; absent where it can be. */
  permanent?: string;
  /** Returns what is wrong with the fields of a record taken together, at `now` in Unix seconds. */
  check?(row: RowOf<F>, now: number): Reason | undefined;
}

type ValueOf<Field> = Field extends Column<infer Value> | DerivedColumn<infer Value> | Part<infer Value>
  ? SelectType<Value>
  : never;

type RowOf<F extends Fields> = {
  [Name in keyof F as F[Name] extends DerivedColumn<unknown> ? never : Name]: ValueOf<F[Name]>;
};

/** A whole row of a model, as it is loaded and dumped: its columns, and its parts from other tables. */
export type Row<M extends Model> = Simplify<RowOf<M['fields']>>;

/** A model's table, as Kysely knows it. */
export type TableOf<M extends Model> = {
  [Name in keyof M['fields'] as M['fields'][Name] extends Part<unknown> ? never : Name]: M['fields'][Name] extends
    | Column<infer Value>
    | DerivedColumn<infer Value>
    ? Value
    : never;
};

/** Declares a model. */
export function defineModel<F extends Fields, const Table extends string>(model: Model<F, Table>): Model<F, Table> {
  return model;
}

/** Returns the columns of a model's own table, by name. */
export function columnsOf({ fields }: Model): [name: string, column: Column<unknown> | DerivedColumn<unknown>][] {
  return Object.entries(fields).filter((entry): entry is [string, Column<unknown>] => !(entry[1] instanceof Part));
}
