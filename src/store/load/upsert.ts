import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.js';

/** How to write the rows of one table in batches. */
export interface UpsertShape<T extends keyof Tables> {
  table: T;
  /** The columns that a row is recognised by. */
  key: (keyof Tables[T] & string)[];
  /** The columns that are updated where they differ. */
  values: (keyof Tables[T] & string)[];
  /** The columns that are set once, and then stay as they are. */
  once?: (keyof Tables[T] & string)[];
  /** The columns that only a new row takes. */
  initial?: (keyof Tables[T] & string)[];
}

/** How many values go into one statement: SQLite takes 32,766, and PostgreSQL twice as many. */
const VALUES = 32_000;

/**
 * Makes a function that writes a batch of rows, inserting what is new and updating what differs, and answers the first key
 * column of each row that was written. It takes one statement, or several where the batch is larger than a statement can be.
 *
 * A statement for a batch of a given length is compiled once: for millions of rows that is where the time would go.
 */
export function upsert<T extends keyof Tables>(db: Kysely<Tables>, shape: UpsertShape<T>) {
  const compiled = new Map<number, CompiledQuery>();
  const { key, values, once = [], initial = [] } = shape;
  const columns = [...key, ...values, ...once, ...initial];

  const compile = (length: number): CompiledQuery => {
    const placeholder = Object.fromEntries(columns.map((column) => [column, null]));
    const insert = db.insertInto(shape.table).values(Array.from({ length }, () => placeholder) as never);
    const known = (column: string) => sql.ref(`${shape.table}.${column}`);
    const given = (column: string) => sql.ref(`excluded.${column}`);
    const differs = [
      ...values.map((column) => sql<boolean>`${known(column)} is distinct from ${given(column)}`),
      ...once.map((column) => sql<boolean>`(${known(column)} is null and ${given(column)} is not null)`),
    ];
    const updates = [
      ...values.map((column) => [column, given(column)] as const),
      ...once.map((column) => [column, sql`coalesce(${known(column)}, ${given(column)})`] as const),
    ];
    return insert
      .onConflict((conflict) =>
        updates.length === 0
          ? conflict.columns(key as never).doNothing()
          : conflict
              .columns(key as never)
              .doUpdateSet(Object.fromEntries(updates) as never)
              .where(sql<boolean>`${sql.join(differs, sql` or `)}` as never),
      )
      .returning(key[0] as never)
      .compile();
  };

  const writeSome = async (rows: Record<string, unknown>[]): Promise<unknown[]> => {
    const query = compiled.get(rows.length) ?? compile(rows.length);
    compiled.set(rows.length, query);
    const parameters = rows.flatMap((row) => columns.map((column) => row[column]));
    const result = await db.executeQuery({ ...query, parameters } as CompiledQuery<Record<string, unknown>>);
    return result.rows.map((row) => row[key[0] as string]);
  };

  const most = Math.floor(VALUES / columns.length);
  return async (rows: Record<string, unknown>[]): Promise<unknown[]> => {
    if (rows.length > 0 && rows.length <= most) return writeSome(rows);
    const written: unknown[] = [];
    for (let start = 0; start < rows.length; start += most) {
      written.push(...(await writeSome(rows.slice(start, start + most))));
    }
    return written;
  };
}
