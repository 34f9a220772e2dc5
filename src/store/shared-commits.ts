import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../model/index.js';

type Work<T> = (db: Kysely<Tables>) => Promise<T>;

interface Turn<T> {
  work: Work<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** How many transactions share a commit at most: others must not wait for long. */
const TOGETHER = 20;

/**
 * Runs transactions that come at the same time in one of the database, each within a savepoint. Where they have to come
 * one after the other anyway, they then wait for the disk once, and not once each.
 *
 * A promise is kept when its changes are on the disk. One that is broken leaves the others as they are; a commit that
 * fails breaks them all.
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
      // All that has arrived by now has asked for its transaction when the event loop has gone around.
      await setImmediate();
      await this.#commit(this.#waiting.splice(0, TOGETHER));
    }
    this.#isBusy = false;
  }

  async #commit(turns: Turn<unknown>[]): Promise<void> {
    const [first] = turns;
    try {
      const settled = await this.#db.transaction().execute(async (transaction) => {
        if (first && turns.length === 1) return [keep(first, await first.work(transaction))];
        const outcomes: (() => void)[] = [];
        for (const turn of turns) outcomes.push(await within(transaction, turn));
        return outcomes;
      });
      for (const settle of settled) settle();
    } catch (error) {
      for (const { reject } of turns) reject(error);
    }
  }
}

function keep<T>({ resolve }: Turn<T>, value: T): () => void {
  return () => resolve(value);
}

/** Does one's work, or leaves no trace of it; answers what to tell when the commit is there. */
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
