import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../model/index.js';
import type { Model } from '../../../model/model.js';
import type { Removal } from '../../../model/removal-format.js';
import type { Traits } from '../../traits.js';

/** The number of rows that one statement deletes by a key of several columns. */
const SOME = 500;

/** Deletes rows by their keys, and returns how many there were. */
export async function deleteRows(
  db: Kysely<Tables>,
  { isOneOf }: Traits,
  { table, key }: Model,
  removals: readonly Removal[],
): Promise<number> {
  const [only, ...others] = key as [string, ...string[]];
  if (others.length === 0) {
    return execute(db, table, isOneOf(only, removals.map((removal) => removal[only]) as (string | number)[]));
  }
  let deleted = 0;
  for (let start = 0; start < removals.length; start += SOME) {
    const some = removals.slice(start, start + SOME);
    deleted += await execute(db, table, hasKey(key, some));
  }
  return deleted;
}

/** Returns the condition that a row has one of some keys of several columns. */
export function hasKey(key: readonly string[], removals: readonly Removal[]) {
  const rows = removals.map((removal) => sql`(${sql.join(key.map((name) => removal[name]))})`);
  return sql<boolean>`(${sql.join(key.map((name) => sql.ref(name)))}) in (values ${sql.join(rows)})`;
}

async function execute(db: Kysely<Tables>, table: string, where: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${where}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
