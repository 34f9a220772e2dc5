import { type CompiledQuery, sql } from 'kysely';
import { DerivedColumn } from '../../model/column.js';
import type { Tables } from '../../model/index.js';
import { stagedColumnsOf } from '../../model/model.js';
import type { StageSession } from './session.js';
import { refs, type StageTable } from './stage-table.js';
import type { Placed } from './stage-types.js';

/** The maximum number of values in one statement of SQLite. */
const VALUES = 32_000;

/** The maximum number of rows in one statement. */
const ROWS = 2000;

/**
 * Makes a function that writes rows into a temporary table; of rows with one key the last one stays. A call must not name a key
 * twice.
 */
export function stageWriter(session: StageSession, table: StageTable): (rows: readonly Placed[]) => Promise<void> {
  const { db, takesArrays } = session;
  const columns = stagedColumnsOf(table.model);
  const valueAt = ({ at, row }: Placed, index: number): unknown => {
    if (index === 0) return at;
    const [name, column] = columns[index - 1] as (typeof columns)[number];
    return column instanceof DerivedColumn
      ? column.derive(row as never)
      : ((row as Record<string, unknown>)[name] ?? null);
  };
  const width = columns.length + 1;
  const compiled = new Map<number, CompiledQuery>();
  const compile = (length: number) => {
    const query = takesArrays ? fromArrays(session, table) : fromValues(session, table, length);
    compiled.set(length, query);
    return query;
  };
  const most = takesArrays ? ROWS : Math.floor(VALUES / width);

  return async (rows) => {
    for (let start = 0; start < rows.length; start += most) {
      const some = rows.slice(start, start + most);
      const parameters: unknown[] = [];
      if (takesArrays) {
        for (let index = 0; index < width; index += 1) parameters.push(some.map((row) => valueAt(row, index)));
      } else {
        for (const row of some) for (let index = 0; index < width; index += 1) parameters.push(valueAt(row, index));
      }
      const length = takesArrays ? 0 : some.length;
      await db.executeQuery({ ...(compiled.get(length) ?? compile(length)), parameters } as CompiledQuery);
    }
  };
}

function fromValues({ db }: StageSession, table: StageTable, length: number): CompiledQuery {
  const columns = ['at', ...stagedColumnsOf(table.model).map(([name]) => name)];
  const placeholder = Object.fromEntries(columns.map((name) => [name, null]));
  return db
    .insertInto(table.name as keyof Tables)
    .values(Array.from({ length }, () => placeholder) as never)
    .onConflict((conflict) => conflict.columns(table.model.key as never).doUpdateSet(replaced(columns) as never))
    .compile();
}

function fromArrays({ db, types }: StageSession, table: StageTable): CompiledQuery {
  const columns = stagedColumnsOf(table.model);
  const names = ['at', ...columns.map(([name]) => name)];
  const integer = types.integer;
  const arrays = [integer, ...columns.map(([, { options }]) => (options.type === 'text' ? 'text' : integer))];
  const set = Object.entries(replaced(names)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  return sql`
    insert into ${sql.table(table.name)} (${refs(names)})
    select * from unnest(${sql.join(arrays.map((type) => sql`${[]}::${sql.raw(type)}[]`))})
    on conflict (${refs(table.model.key)}) do update set ${sql.join(set)}`.compile(db);
}

function replaced(columns: readonly string[]) {
  return Object.fromEntries(columns.map((name) => [name, sql.ref(`excluded.${name}`)]));
}
