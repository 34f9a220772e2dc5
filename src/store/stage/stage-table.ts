import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Column, DerivedColumn } from '../../model/column.js';
import type { Tables } from '../../model/index.js';
import { columnsOf, type Model, stagedColumnsOf } from '../../model/model.js';
import type { StageSession } from './session.js';

/** The rows of one table as files have them, in a temporary table. */
export interface StageTable {
  model: Model;
  /** The name of the temporary table. */
  name: string;
  /** The name of the temporary table of those rows that differ from the stored ones; set by the comparison. */
  differences: string;
}

/** In a row that is new, in place of the bits of the columns that differ. */
export const NEW = -1;

/** Creates the temporary table of a table. */
export async function createStageTable(
  session: StageSession,
  model: Model,
  db: Kysely<Tables> = session.db,
): Promise<StageTable> {
  const name = `stage_${model.table}`;
  await createLike(session, db, name, model);
  return { model, name, differences: name };
}

/**
 * Creates a temporary table with the columns of a model, and two more: `at`, the place of the record in the files, and `mask`,
 * the bits of the columns that differ.
 */
export async function createLike(
  { types, tableOptions }: StageSession,
  db: Kysely<Tables>,
  name: string,
  model: Model,
): Promise<void> {
  const columns = stagedColumnsOf(model).map(
    ([column, { options }]) => sql`${sql.ref(column)} ${sql.raw(types[options.type])}`,
  );
  await sql`
    create temp table ${sql.table(name)} (
      at ${sql.raw(types.integer)} not null, mask ${sql.raw(types.integer)} not null default ${sql.lit(NEW)},
      ${sql.join(columns)}, primary key (${refs(model.key)})
    ) ${sql.raw(tableOptions)}`.execute(db);
}

/** Names columns, each behind an alias where one is given. */
export function refs(names: readonly string[], alias?: string): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(alias === undefined ? name : `${alias}.${name}`)));
}

/** Compares the keys of two aliases. */
export function sameKey({ key }: Model, one: string, other: string): RawBuilder<boolean> {
  const pairs = key.map((name) => sql`${sql.ref(`${one}.${name}`)} = ${sql.ref(`${other}.${name}`)}`);
  return sql<boolean>`(${sql.join(pairs, sql` and `)})`;
}

/** Returns the names of a model's columns. */
export function columnNames(model: Model): string[] {
  return columnsOf(model).map(([name]) => name);
}

/** A column whose differences count, with its bit in a mask. */
export interface ComparedColumn {
  name: string;
  bit: number;
  column: Column<unknown> | DerivedColumn<unknown>;
  /** True where a stored row takes only a first value in place of null. */
  isOnce: boolean;
}

/** Returns the columns of a model that a later row can change. */
export function comparedColumns(model: Model): ComparedColumn[] {
  return columnsOf(model).flatMap(([name, column], index) => {
    const update = column.options.update ?? model.update ?? 'always';
    if (model.key.includes(name) || update === 'never') return [];
    return [{ name, bit: 2 ** index, column, isOnce: update === 'once' }];
  });
}

/** Returns the condition that a mask has a bit. */
export function hasBit(mask: string, bit: number): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(mask)} >= 0 and (${sql.ref(mask)} & ${sql.lit(bit)}) <> 0)`;
}
