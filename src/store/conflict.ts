import { setTimeout } from 'node:timers/promises';
import { Failure } from '../domain/failure.js';
import { retry } from '../retry.js';

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
