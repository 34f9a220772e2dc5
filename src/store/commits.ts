import { setImmediate, setTimeout } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { Failure } from '../domain/failure.js';
import type { Tables } from '../model/index.js';
import { retry } from '../retry.js';
import type { Db } from './queries/statement.js';

/** Another transaction kept this one from its beginning, or made the database roll it back; a repetition may succeed. */
export class Conflict extends Failure {
  constructor(cause: unknown) {
    super('unavailable', undefined, { retry_after: 1 }, cause);
    this.name = 'Conflict';
  }
}

/** The milliseconds after which a conflict is a 503: imports and other commands hold the write lock for some 20 at a time. */
const PATIENCE = 1000;

/** The number of repetitions in any case: PostgreSQL needs a second to find a deadlock. */
const LEAST = 5;

/** The longest pause between two attempts, in milliseconds: others let go of the lock for about as long as they had it. */
const LONGEST_PAUSE = 4;

/** A clock, and a way to let time pass. */
const REAL = { clock: () => performance.now(), pause: (milliseconds: number) => setTimeout(milliseconds) };

/** Repeats work on the database that changes nothing else, as long as it ends in a conflict. The event loop continues. */
export function repeat<T>(work: () => Promise<T>, patience = PATIENCE, { clock, pause } = REAL): Promise<T> {
  const end = clock() + patience;
  const waitAfter = (error: unknown, failed: number) =>
    error instanceof Conflict && (failed < LEAST || clock() <= end) ? Math.min(2 ** failed, LONGEST_PAUSE) : undefined;
  return retry(work, waitAfter, pause);
}

/** Runs work in the transaction of the caller or, without one, in its own. */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : repeat(() => db.transaction().execute(work));
}

interface Turn {
  work(db: Db): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The maximum number of transactions in a commit, so that others do not wait long. */
const TOGETHER = 20;

/**
 * Returns a function that runs transactions which arrive at the same time in one transaction of the database, each in a
 * savepoint: they wait for the disk once together, instead of once each.
 *
 * A promise resolves when its changes are on the disk. One that rejects leaves the others alone; a commit that fails
 * rejects them all.
 */
export function shareCommits(db: Db): <T>(work: (db: Db) => Promise<T>) => Promise<T> {
  const waiting: Turn[] = [];
  let isBusy = false;

  const takeTurns = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      // Lets every request that has arrived ask for its transaction first.
      await setImmediate();
      await commit(db, waiting.splice(0, TOGETHER));
    }
    isBusy = false;
  };
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject } as Turn);
      if (!isBusy) void takeTurns();
    });
}

async function commit(db: Db, turns: Turn[]): Promise<void> {
  try {
    const settled = await repeat(() =>
      db.transaction().execute(async (transaction) => {
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

/** Does the work in a savepoint, and returns what settles its promise after the commit. */
async function within(transaction: Transaction<Tables>, { work, resolve, reject }: Turn): Promise<() => void> {
  await sql`savepoint turn`.execute(transaction);
  try {
    const value = await work(transaction);
    await sql`release savepoint turn`.execute(transaction);
    return () => resolve(value);
  } catch (error) {
    try {
      await sql`rollback to savepoint turn`.execute(transaction);
      await sql`release savepoint turn`.execute(transaction);
    } catch {
      // The fault has ended the whole transaction, as a full disk does.
      throw error;
    }
    return () => reject(error);
  }
}
