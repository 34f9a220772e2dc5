import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.js';

/** How to write the rows of one table in batches. */
export interface UpsertShape<T extends keyof Tables> {
  table: T;
  /** The columns that a row is recognised by. */
  key: (keyof Tables[T] & string)[];
  /** The columns that are updated where they differ. */
  values: (keyof Tables[T] & string)[];
  /** The columns that only a new row takes. */
  initial?: (keyof Tables[T] & string)[];
}

/**
 * Makes a function that writes a batch of rows with one statement, inserting what is new and updating what differs,
 * and answers the first key column of each row that was written.
 *
 * A statement for a batch of a given length is compiled once: for millions of rows that is where the time would go.
 */
export function upsert<T extends keyof Tables>(db: Kysely<Tables>, shape: UpsertShape<T>) {
  const compiled = new Map<number, CompiledQuery>();
  const columns = [...shape.key, ...shape.values, ...(shape.initial ?? [])];

  const compile = (length: number): CompiledQuery => {
    const placeholder = Object.fromEntries(columns.map((column) => [column, null]));
    const insert = db.insertInto(shape.table).values(Array.from({ length }, () => placeholder) as never);
    const differs = shape.values.map((column) => {
      const table = sql.table(shape.table);
      return sql<boolean>`${table}.${sql.ref(column)} is distinct from ${sql.ref(`excluded.${column}`)}`;
    });
    return insert
      .onConflict((conflict) =>
        shape.values.length === 0
          ? conflict.columns(shape.key as never).doNothing()
          : conflict
              .columns(shape.key as never)
              .doUpdateSet(Object.fromEntries(shape.values.map((c) => [c, sql.ref(`excluded.${c}`)])) as never)
              .where(sql<boolean>`${sql.join(differs, sql` or `)}` as never),
      )
      .returning(shape.key[0] as never)
      .compile();
  };

  return async (rows: Record<string, unknown>[]): Promise<unknown[]> => {
    if (rows.length === 0) return [];
    const query = compiled.get(rows.length) ?? compile(rows.length);
    compiled.set(rows.length, query);
    const parameters = rows.flatMap((row) => columns.map((column) => row[column]));
    const result = await db.executeQuery({ ...query, parameters } as CompiledQuery<Record<string, unknown>>);
    return result.rows.map((row) => row[shape.key[0] as string]);
  };
}
