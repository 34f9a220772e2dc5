import type { Compilable, CompiledQuery, InferResult, Kysely, UpdateResult } from 'kysely';
import type { Tables } from '../../model/index.js';

/** A database, or a transaction on it. */
export type Db = Kysely<Tables>;

/** A value of a query that is given when it runs. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Returns the value that a query is given under a name. */
export type Value<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name];

/**
 * Declares a query whose text is built once for each database, since building it takes longer than running it:
 * `statement<{ uid: string }>()((db, value) => db.selectFrom(…).where('uid', '=', value('uid')))`. The shape of the
 * query may not depend on the values.
 *
 * Every read that a request makes is a statement. Changes are not, since a commit takes far longer than building them;
 * nor is what runs seldom: the commands of a host, imports and exports, and what the server reads at intervals.
 */
export function statement<Values extends object>() {
  return <Query extends Compilable>(build: (db: Db, value: Value<Values>) => Query) => {
    type Row = InferResult<Query>[number];
    // A transaction has the adapter of the database that it belongs to.
    const compiled = new WeakMap<object, CompiledQuery<Row>>();

    /** Returns every row. */
    const all = async (db: Db, values: Values): Promise<Row[]> => {
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
      return (await db.executeQuery<Row>({ query: node, queryId, sql, parameters })).rows;
    };

    /** Returns the first row. */
    const first = async (db: Db, values: Values): Promise<Row | undefined> => (await all(db, values))[0];

    return { all, first };
  };
}

/** Updates rows, and returns true if there were any to update. */
export async function updates(query: { executeTakeFirst(): Promise<UpdateResult> }): Promise<boolean> {
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}
