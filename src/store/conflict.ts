import { setTimeout } from 'node:timers/promises';
import { Failure } from '../domain/failure.js';

/** A transaction that the database rolled back because of another one; a repetition may succeed. */
export class Conflict extends Failure {
  constructor(cause: unknown) {
    super('unavailable', undefined, { retry_after: 1 }, cause);
    this.name = 'Conflict';
  }
}

/** The maximum number of attempts before the client gets a 503. */
const ATTEMPTS = 6;

/** The longest pause after the first attempt, in milliseconds; it doubles with each. */
const PAUSE = 10;

/** Repeats a transaction after a conflict with another one, with pauses of random length so that they miss each other. */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
      await setTimeout(Math.random() * PAUSE * 2 ** (attempt - 1));
    }
  }
}
