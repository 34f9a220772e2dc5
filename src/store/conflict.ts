import { setTimeout } from 'node:timers/promises';
import { Failure } from '../domain/failure.js';
import { retry } from '../retry.js';

/** A transaction that the database rolled back because of another one; a repetition may succeed. */
export class Conflict extends Failure {
  constructor(cause: unknown) {
    super('unavailable', undefined, { retry_after: 1 }, cause);
    this.name = 'Conflict';
  }
}

/** The maximum number of repetitions before the client gets a 503. */
const RETRIES = 5;

/** The longest pause after the first attempt, in milliseconds; it doubles with each. */
const PAUSE = 10;

/** Repeats a transaction after a conflict with another one, with pauses of random length so that they miss each other. */
export function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  const waitAfter = (error: unknown, failed: number) =>
    error instanceof Conflict && failed < RETRIES ? Math.random() * PAUSE * 2 ** failed : undefined;
  return retry(transaction, waitAfter, setTimeout);
}
