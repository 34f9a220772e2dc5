import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { Column, Part } from '../../model/column.js';
import type { Tables } from '../../model/index.js';
import { columnsOf, type Model } from '../../model/model.js';

type Values = Record<string, unknown>;

/** The number of rows in a page. */
const PAGE = 1000;

const ALL = sql<SqlBool>`1 = 1`;

/**
 * Reads the rows of a model in the order of its key, page after page: each begins after the last row of the one before.
 * Parts that other tables hold are left out, except what comes from the base.
 */
export async function* pages(
  db: Kysely<Tables>,
  model: Model,
  where: RawBuilder<SqlBool> = ALL,
): AsyncGenerator<Values[]> {
  const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const { base, key } = model;
  const join = base ? sql`inner join ${sql.table(base.table)} using (${refs(key)})` : sql``;
  const read = async (after: RawBuilder<SqlBool>) => {
    const query = sql<Values>`
      select ${refs(columnsRead(model))} from ${sql.table(model.table)} ${join}
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

function columnsRead({ base, fields }: Model): string[] {
  const inherited = base ? columnsOf(base).filter(([name]) => fields[name] instanceof Part) : [];
  return [...Object.keys(fields).filter((name) => fields[name] instanceof Column), ...inherited.map(([name]) => name)];
}
