import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Model } from '../../model/model.js';

type Values = Record<string, unknown>;

/** The number of rows in a page. */
const PAGE = 1000;

const ALL = sql<SqlBool>`1 = 1`;

/**
 * Reads the rows of a model in the order of its key, page after page: each begins after the last row of the one before.
 * The columns are its own and those of its base.
 */
export async function* pages(
  db: Kysely<Tables>,
  { base, key, table }: Model,
  columns: readonly string[],
  where: RawBuilder<SqlBool>,
): AsyncGenerator<Values[]> {
  const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const join = base ? sql`inner join ${sql.table(base.table)} using (${refs(key)})` : sql``;
  const read = async (after: RawBuilder<SqlBool>) => {
    const query = sql<Values>`
      select ${refs(columns)} from ${sql.table(table)} ${join}
      where ${where} and ${after} order by ${refs(key)} limit ${sql.lit(PAGE)}`;
    return (await query.execute(db)).rows;
  };
  let rows = await read(ALL);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows;
    const values = sql.join(key.map((name) => (last as Values)[name]));
    rows = await read(sql`(${refs(key)}) > (${values})`);
  }
}
