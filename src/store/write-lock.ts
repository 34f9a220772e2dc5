import { Failure } from '../domain/failure.js';
import { retry } from '../retry.js';
import { realPace } from './slices.js';

/** Another process has the write lock of the database, so that a transaction has not begun. */
export class WriteLockTaken extends Failure {
  constructor(cause: unknown) {
    super('unavailable', undefined, { retry_after: 1 }, cause);
  }
}

/** The milliseconds for which a change waits for the write lock: imports and other commands hold it for some 20 at a time. */
const PATIENCE = 1000;

/** The longest pause between two attempts, in milliseconds: others let go of the lock for about as long as they had it. */
const LONGEST_PAUSE = 4;

/**
 * Begins a transaction as soon as no other process writes. Between two attempts the event loop goes on, and so do reads.
 *
 * @param transaction begins a transaction; it is called again only if it could not begin
 * @throws {WriteLockTaken} when the lock is not free within the time
 */
export function withWriteLock<T>(
  transaction: () => Promise<T>,
  patience: number = PATIENCE,
  { clock, pause } = realPace,
): Promise<T> {
  const end = clock() + patience;
  const waitAfter = (error: unknown, failed: number) =>
    error instanceof WriteLockTaken && clock() <= end ? Math.min(2 ** failed, LONGEST_PAUSE) : undefined;
  return retry(transaction, waitAfter, pause);
}
