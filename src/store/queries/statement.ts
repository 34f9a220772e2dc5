import type { Compilable, CompiledQuery, InferResult, Kysely, QueryResult } from 'kysely';
import type { Tables } from '../../model/index.js';

/** A value of a query that is given when it runs. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query whose text is built once for each database, since building it takes longer than running it. */
export interface Statement<Values, Result> {
  /** Returns every row. */
  all(db: Kysely<Tables>, values: Values): Promise<Result[]>;
  /** Returns the first row. */
  first(db: Kysely<Tables>, values: Values): Promise<Result | undefined>;
}

/**
 * Declares a query whose text is built once: `statement<{ uid: string }>()((db, value) => db.selectFrom(…).where('uid',
 * '=', value('uid')))`. The shape of the query may not depend on the values.
 *
 * Every read that a request makes is a statement. Changes are not, since a commit takes far longer than building them;
 * nor is what runs seldom: the commands of a host, imports and exports, and what the server reads at intervals.
 */
export function statement<Values extends object>() {
  return <Query extends Compilable>(
    build: (db: Kysely<Tables>, value: <Name extends keyof Values & string>(name: Name) => Values[Name]) => Query,
  ): Statement<Values, InferResult<Query>[number]> => {
    type Row = InferResult<Query>[number];
    // A transaction has the adapter of the database that it belongs to.
    const compiled = new WeakMap<object, CompiledQuery<Row>>();

    const run = (db: Kysely<Tables>, values: Values): Promise<QueryResult<Row>> => {
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
      return db.executeQuery<Row>({ query: node, queryId, sql, parameters });
    };

    return {
      all: async (db, values) => (await run(db, values)).rows,
      first: async (db, values) => (await run(db, values)).rows[0],
    };
  };
}
