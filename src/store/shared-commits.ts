import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../model/index.js';
import { repeat } from './conflict.js';

type Work<T> = (db: Kysely<Tables>) => Promise<T>;

interface Turn<T> {
  work: Work<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** The maximum number of transactions in a commit, so that others do not wait long. */
const TOGETHER = 20;

/**
 * Runs transactions that arrive at the same time in one transaction of the database, each in a savepoint: they wait for the
 * disk once together, instead of once each.
 *
 * A promise resolves when its changes are on the disk. One that rejects leaves the others alone; a commit that fails
 * rejects them all.
 */
export class SharedCommits {
  readonly #db: Kysely<Tables>;
  #waiting: Turn<unknown>[] = [];
  #isBusy = false;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  run<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject } as Turn<unknown>);
      if (!this.#isBusy) void this.#takeTurns();
    });
  }

  async #takeTurns(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      // Lets every request that has arrived ask for its transaction first.
      await setImmediate();
      await this.#commit(this.#waiting.splice(0, TOGETHER));
    }
    this.#isBusy = false;
  }

  async #commit(turns: Turn<unknown>[]): Promise<void> {
    const [first] = turns;
    try {
      const settled = await repeat(() =>
        this.#db.transaction().execute(async (transaction) => {
          if (first && turns.length === 1) return [keep(first, await first.work(transaction))];
          const outcomes: (() => void)[] = [];
          for (const turn of turns) outcomes.push(await within(transaction, turn));
          return outcomes;
        }),
      );
      for (const settle of settled) settle();
    } catch (error) {
      for (const { reject } of turns) reject(error);
    }
  }
}

function keep<T>({ resolve }: Turn<T>, value: T): () => void {
  return () => resolve(value);
}

/** Does the work in a savepoint, and returns what settles its promise after the commit. */
async function within<T>(transaction: Transaction<Tables>, turn: Turn<T>): Promise<() => void> {
  await sql`savepoint turn`.execute(transaction);
  try {
    const value = await turn.work(transaction);
    await sql`release savepoint turn`.execute(transaction);
    return keep(turn, value);
  } catch (error) {
    try {
      await sql`rollback to savepoint turn`.execute(transaction);
      await sql`release savepoint turn`.execute(transaction);
    } catch {
      // The fault has ended the whole transaction, as a full disk does.
      throw error;
    }
    return () => turn.reject(error);
  }
}
