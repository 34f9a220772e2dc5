import type { Compilable, CompiledQuery, DeleteResult, InferResult, Insertable, Kysely, UpdateResult } from 'kysely';
import type { Tables } from '../../model/index.js';
import { inTransaction } from '../commits.js';

export type Db = Kysely<Tables>;

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** An adapter whose database can be read in one call. */
export interface ReadsAtOnce {
  /** Returns undefined while a transaction is open: the read has to wait for its end. */
  readAtOnce(sql: string, parameters: readonly unknown[]): unknown[] | undefined;
}

export type Value<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name];

/**
 * Declares a query whose text is built once per database, since building it takes longer than running it. Its shape must not
 * depend on the values. All reads of requests are statements, and the assignment, which is built while its datacard is locked;
 * other changes and rare reads need not be.
 */
export function statement<Values extends object>() {
  return <Query extends Compilable>(build: (db: Db, value: Value<Values>) => Query) => {
    type Row = InferResult<Query>[number];
    // A transaction has the adapter of its database.
    const compiled = new WeakMap<object, CompiledQuery<Row>>();

    const read = (db: Db, values: Values): Row[] | Promise<Row[]> => {
      const { adapter } = db.getExecutor();
      let query = compiled.get(adapter);
      if (!query) {
        query = build(db, (name) => new Placeholder(name) as never).compile() as CompiledQuery<Row>;
        compiled.set(adapter, query);
      }
      const { sql, queryId, query: node } = query;
      const parameters = query.parameters.map((parameter) =>
        parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
      );
      const rows = db.isTransaction ? undefined : (adapter as Partial<ReadsAtOnce>).readAtOnce?.(sql, parameters);
      if (rows) return rows as Row[];
      return db.executeQuery<Row>({ query: node, queryId, sql, parameters }).then((result) => result.rows);
    };

    return {
      all: async (db: Db, values: Values): Promise<Row[]> => read(db, values),
      first: async (db: Db, values: Values): Promise<Row | undefined> => (await read(db, values))[0],
      run: async (db: Db, values: Values): Promise<void> => void (await read(db, values)),
    };
  };
}

/** Returns true if a query changed or removed a row. */
export async function hasChanged(query: {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>;
}): Promise<boolean> {
  const result = await query.executeTakeFirst();
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n;
}

/** Inserts a row, or updates the stored one that has its key. A transaction waits for other processes without blocking this one. */
export async function upsert<Table extends keyof Tables>(
  db: Db,
  table: Table,
  key: Partial<Insertable<Tables[Table]>>,
  update: Partial<Insertable<Tables[Table]>>,
  defaults: Partial<Insertable<Tables[Table]>> = {},
): Promise<void> {
  await inTransaction(db, (within) =>
    (within as Kysely<Record<string, object>>)
      .insertInto(table)
      .values({ ...key, ...defaults, ...update })
      .onConflict((conflict) => conflict.columns(Object.keys(key) as never[]).doUpdateSet(update))
      .execute(),
  );
}
