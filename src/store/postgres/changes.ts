import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Changes } from '../store.js';

/** Time between two proofs that notifications arrive, and the time that one may take, in milliseconds. */
const PROVE_EVERY = 1000;

/** Time until another attempt to listen, in milliseconds. */
const RETRY_AFTER = 1000;

/** Attempts without success before a report: a restart of the database, or a load of it, is over sooner. */
const REPORT_AFTER = 3;

/** Maximum time to connect, and to answer a statement, in milliseconds. */
const TIMEOUT = 5000;

const CHANNEL = "select 'svcapi_' || md5(current_schema()) as channel";

/** Runs a statement on any other connection. */
type Ask = (statement: string, values: string[]) => Promise<unknown>;

/**
 * Counts the changes of a database: those of this process as they are committed, and all others as triggers notify of them, on a connection of its own (https://www.postgresql.org/docs/current/sql-notify.html).
 *
 * Nothing is known while that connection is away. A connection can be cut without a sign, and a pooler can drop notifications: so
 * once a second a notification is sent by another connection, and if it does not arrive in time, nothing is known either.
 */
export class PostgresChanges implements Changes {
  readonly #connectionString: string;
  readonly #ask: Ask;
  readonly #proof = randomUUID();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #noticed = 0;
  #isKnown = false;
  #isClosed = false;
  #hasBegun = false;
  #onProof: () => void = () => {};
  /** Attempts without success, one after the other. */
  #failures = 0;
  onWatch: Changes['onWatch'];

  constructor(connectionString: string, ask: Ask) {
    this.#connectionString = connectionString;
    this.#ask = ask;
  }

  get count(): number | undefined {
    return this.#isKnown ? this.#noticed : undefined;
  }

  /** Counts a change of this process. */
  add(): void {
    this.#noticed += 1;
  }

  /** Begins to listen, at the first call: commands that keep no answers need no connection for it. */
  look(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    void this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isKnown = false;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  async #run(): Promise<void> {
    if (this.#isClosed) return;
    try {
      this.#client ??= await this.#listen();
      await this.#prove(this.#client);
      if (this.#failures >= REPORT_AFTER) this.onWatch?.(undefined);
      this.#failures = 0;
      this.#again(PROVE_EVERY);
    } catch (error) {
      this.#lose();
      this.#failures += 1;
      if (this.#failures === REPORT_AFTER && !this.#isClosed) this.onWatch?.(error as Error);
      this.#again(RETRY_AFTER);
    }
  }

  #again(after: number): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#run(), after).unref();
  }

  #lose(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#isKnown = false;
    client?.end().catch(() => {});
  }

  async #listen(): Promise<pg.Client> {
    const client = new pg.Client({
      application_name: 'svcapi changes',
      connectionString: this.#connectionString,
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: TIMEOUT,
    });
    const isLost = () => {
      if (this.#client === client) this.#lose();
    };
    client.on('error', isLost);
    client.on('end', isLost);
    client.on('notification', ({ payload }) => {
      // The proofs of other processes are no changes.
      if (payload === '') this.#noticed += 1;
      else if (payload === this.#proof) this.#onProof();
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ channel: string }>(CHANNEL);
      await client.query(`listen ${rows[0]?.channel}`);
      return client;
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
  }

  /** Proves that a notification arrives. Whatever was committed before the first proof may have gone unnoticed. */
  async #prove(client: pg.Client): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const arrives = new Promise<void>((resolve, reject) => {
      this.#onProof = resolve;
      timer = setTimeout(() => reject(new Error('no notification arrives')), PROVE_EVERY).unref();
    });
    try {
      await Promise.all([
        arrives,
        this.#ask(`select pg_notify('svcapi_' || md5(current_schema()), $1)`, [this.#proof]),
      ]);
    } finally {
      clearTimeout(timer);
    }
    if (this.#client !== client) throw new Error('the connection was lost');
    if (!this.#isKnown) this.#noticed += 1;
    this.#isKnown = !this.#isClosed;
  }
}
