import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { DerivedColumn, type Update } from '../../model/column.js';
import type { Tables } from '../../model/index.js';
import { columnsOf, type Model } from '../../model/model.js';

type Values = Record<string, unknown>;

/** The maximum number of values in one statement: SQLite takes 32,766, and PostgreSQL twice as many. */
const VALUES = 32_000;

/**
 * Makes a function that writes a batch of rows into the table of a model, inserting what is new and updating what
 * differs, and returns the first key column of each row that was written. It takes one statement, or several where the
 * batch is larger than a statement can be.
 *
 * A statement for a batch of a given length is compiled once: for millions of rows that is where the time would go.
 */
export function upsert(db: Kysely<Tables>, model: Model): (rows: readonly object[]) => Promise<unknown[]> {
  const compiled = new Map<number, CompiledQuery>();
  const columns = columnsOf(model);
  const [firstKey] = model.key as [string];

  const writeSome = async (rows: readonly object[]): Promise<unknown[]> => {
    const query = compiled.get(rows.length) ?? compile(db, model, rows.length);
    compiled.set(rows.length, query);
    const parameters = rows.flatMap((row) =>
      columns.map(([name, column]) =>
        column instanceof DerivedColumn ? column.derive(row as never) : ((row as Values)[name] ?? null),
      ),
    );
    const result = await db.executeQuery({ ...query, parameters } as CompiledQuery<Values>);
    return result.rows.map((row) => row[firstKey]);
  };

  const most = Math.floor(VALUES / columns.length);
  return async (rows) => {
    if (rows.length > 0 && rows.length <= most) return writeSome(rows);
    const written: unknown[] = [];
    for (let start = 0; start < rows.length; start += most) {
      written.push(...(await writeSome(rows.slice(start, start + most))));
    }
    return written;
  };
}

function compile(db: Kysely<Tables>, model: Model, length: number): CompiledQuery {
  const { table, key } = model;
  const columns = columnsOf(model);
  const updatedWhen = (update: Update) =>
    columns
      .filter(([name, { options }]) => !key.includes(name) && (options.update ?? model.update ?? 'always') === update)
      .map(([name]) => name);
  const [always, once] = [updatedWhen('always'), updatedWhen('once')];
  const known = (column: string) => sql.ref(`${table}.${column}`);
  const given = (column: string) => sql.ref(`excluded.${column}`);
  const differs = [
    ...always.map((column) => sql<boolean>`${known(column)} is distinct from ${given(column)}`),
    ...once.map((column) => sql<boolean>`(${known(column)} is null and ${given(column)} is not null)`),
  ];
  const updates = [
    ...always.map((column) => [column, given(column)] as const),
    ...once.map((column) => [column, sql`coalesce(${known(column)}, ${given(column)})`] as const),
  ];
  const placeholder = Object.fromEntries(columns.map(([name]) => [name, null]));
  return db
    .insertInto(table as keyof Tables)
    .values(Array.from({ length }, () => placeholder) as never)
    .onConflict((conflict) => {
      const target = conflict.columns(key as never);
      if (updates.length === 0) return target.doNothing();
      return target
        .doUpdateSet(Object.fromEntries(updates) as never)
        .where(sql<boolean>`${sql.join(differs, sql` or `)}` as never);
    })
    .returning(key[0] as never)
    .compile();
}
