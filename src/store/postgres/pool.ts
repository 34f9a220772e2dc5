import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { Failure } from '../../domain/failure.js';
import { isStalePlan, translate } from './errors.js';
import { noAnswer, Silence } from './silence.js';

/** Maximum prepared statements of each connection; this program has some dozens of queries. */
const STATEMENTS = 200;

/** The face that Kysely expects of a pool, with statements that stay prepared and errors in the words of the store. */
export class PreparingPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #onCommit: () => void;
  readonly #names = new Map<string, string>();
  readonly #clients = new WeakMap<pg.PoolClient, PreparingClient>();
  readonly #silence: Silence;

  /** @param onCommit called after each commit of a transaction, before its promise resolves, and after one that may have failed */
  constructor(pool: pg.Pool, onCommit: () => void) {
    this.#pool = pool;
    this.#onCommit = onCommit;
    this.#silence = new Silence(() => pool.query('select 1'));
    // A broken connection leaves the pool by itself, and the query that used it fails.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** @throws {Failure} `unavailable`, at once while the database does not answer */
  async connect(): Promise<PostgresPoolClient> {
    try {
      const client = await this.#silence.wait(
        () => this.#pool.connect(),
        (late) => late.release(),
      );
      return this.#clients.get(client) ?? this.#prepare(client);
    } catch (error) {
      throw translate(error);
    }
  }

  #prepare(client: pg.PoolClient): PreparingClient {
    const made = new PreparingClient(client, (sql) => this.#nameOf(sql), this.#onCommit, this.#silence);
    this.#clients.set(client, made);
    return made;
  }

  end(): Promise<void> {
    this.#silence.close();
    return this.#pool.end();
  }

  /** The name of a statement, the same in every process, so that a pooler in between can share them. */
  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= STATEMENTS) return known;
    const name = `svcapi_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
    this.#names.set(sql, name);
    return name;
  }
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #nameOf: (sql: string) => string | undefined;
  readonly #onCommit: () => void;
  readonly #silence: Silence;
  #isBroken = false;
  #hasAnswered = true;

  constructor(
    client: pg.PoolClient,
    nameOf: (sql: string) => string | undefined,
    onCommit: () => void,
    silence: Silence,
  ) {
    this.#client = client;
    this.#nameOf = nameOf;
    this.#onCommit = onCommit;
    this.#silence = silence;
  }

  // biome-ignore lint/suspicious/noExplicitAny: Kysely overloads it with cursors, which this program has none of
  query(sql: any, parameters: readonly unknown[] = []): any {
    return this.#run(sql, parameters);
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    // Another statement would wait behind the first, a rollback too: the connection is closed instead.
    if (!this.#hasAnswered) throw noAnswer();
    try {
      const name = parameters.length > 0 ? this.#nameOf(sql) : undefined;
      const result = await this.#client.query({
        text: sql,
        values: [...parameters],
        ...(name !== undefined && { name }),
      });
      this.#silence.end();
      // PostgreSQL answers the commit of a transaction in which a statement failed with a rollback, and no error.
      if (sql === 'commit' && result.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
      return result as unknown as PostgresQueryResult<unknown>;
    } catch (error) {
      const translated = translate(error);
      if (this.#silence.notice(error)) this.#hasAnswered = false;
      this.#isBroken ||= isStalePlan(error) || (translated instanceof Failure && !isAnswer(error));
      throw translated;
    } finally {
      if (sql === 'commit') this.#onCommit();
    }
  }

  /** A connection that did not answer, or whose statements are stale, is not used again. */
  release(): void {
    this.#client.release(this.#isBroken);
  }
}

/** True for an error that the database itself has sent, after which the connection is as good as before. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error;
}
