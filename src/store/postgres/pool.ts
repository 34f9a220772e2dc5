import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { Failure } from '../../domain/failure.js';
import { repeat } from '../commits.js';
import { isStalePlan, translate } from './errors.js';

const MAX_STATEMENTS = 200;

/** Errors of the driver for a server that accepts statements and does not answer. */
const NO_ANSWER = /^(Query read timeout|timeout expired)/;

/** Its clients throw `unavailable` for a database that is away. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const clients = new WeakMap<pg.PoolClient, PreparingClient>();
  // A broken connection leaves the pool by itself, and its query fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    async connect() {
      const client = await pool.connect().catch((error) => {
        throw translate(error);
      });
      const known = clients.get(client) ?? new PreparingClient(client, names);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #names: Map<string, string>;
  #isBroken = false;
  #isInTransaction = false;
  #hasAnswered = true;

  constructor(client: pg.PoolClient, names: Map<string, string>) {
    this.#client = client;
    this.#names = names;
  }

  // biome-ignore lint/suspicious/noExplicitAny: Kysely overloads it with cursors, which this program has none of
  query(sql: any, parameters: readonly unknown[] = []): any {
    if (/^(begin|start transaction)/.test(sql)) {
      this.#isInTransaction = true;
      // At a stricter default level, a change that waited for a row would fail.
      return this.#run(sql === 'begin' ? 'begin isolation level read committed' : sql, parameters);
    }
    if (sql === 'commit' || sql === 'rollback') this.#isInTransaction = false;
    else if (!this.#isInTransaction) return repeat(() => this.#run(sql, parameters));
    return this.#run(sql, parameters);
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    // Another statement, even a rollback, would wait for the first: the connection is closed instead.
    if (!this.#hasAnswered) throw translate(new Error('Query read timeout'));
    try {
      // A stale statement is sent again without its name.
      const name = parameters.length > 0 && !this.#isBroken ? this.#nameOf(sql) : undefined;
      const query = { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
      const result = await this.#client.query(query);
      // PostgreSQL answers the commit of a failed transaction with a rollback, and no error.
      if (sql === 'commit' && result.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
      return result as unknown as PostgresQueryResult<unknown>;
    } catch (error) {
      const translated = translate(error);
      if (error instanceof Error && NO_ANSWER.test(error.message)) this.#hasAnswered = false;
      // After an error that the database itself has sent, the connection is still good.
      const isAnswer = error instanceof Error && 'severity' in error;
      this.#isBroken ||= isStalePlan(error) || (translated instanceof Failure && !isAnswer);
      throw translated;
    }
  }

  /** Returns the same name in every process, so that a pooler can share statements. */
  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= MAX_STATEMENTS) return known;
    const name = `svcapi_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
    this.#names.set(sql, name);
    return name;
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }
}
