import { setImmediate, setTimeout } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Failure } from '../domain/failure.js';
import type { Tables } from '../model/index.js';
import { retry } from '../retry.js';

// Queries import this file.
type Db = Kysely<Tables>;

/** A conflict with another transaction; a repetition may succeed. */
export class Conflict extends Failure {
  constructor(cause: unknown) {
    super('unavailable', undefined, { retry_after: 1 }, cause);
    this.name = 'Conflict';
  }
}

/** Milliseconds until a conflict is a 503. Other processes hold the write lock for about 20; a large sync takes longer. */
const PATIENCE = 1000;

/** Minimum repetitions: PostgreSQL needs a second to find a deadlock. */
const LEAST = 5;

/** Maximum pause in milliseconds: others release the lock for about as long as they held it. */
const LONGEST_PAUSE = 4;

const REAL = { clock: () => performance.now(), pause: (milliseconds: number) => setTimeout(milliseconds) };

/** Repeats work that ends in a conflict; it must change nothing but the database. */
export function repeat<T>(work: () => Promise<T>, patience = PATIENCE, { clock, pause } = REAL): Promise<T> {
  const end = clock() + patience;
  const waitAfter = (error: unknown, failed: number) =>
    error instanceof Conflict && (failed < LEAST || clock() <= end) ? Math.min(2 ** failed, LONGEST_PAUSE) : undefined;
  return retry(work, waitAfter, pause);
}

export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : repeat(() => db.transaction().execute(work));
}

interface Turn {
  work(db: Db): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Maximum transactions in a commit, so that others do not wait long. */
const TOGETHER = 20;

/**
 * Returns a function that commits concurrent transactions together, each in a savepoint: they wait for the disk once.
 * A promise resolves when its changes are on the disk; a commit that fails rejects them all.
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
