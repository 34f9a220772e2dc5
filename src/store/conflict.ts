import { setTimeout } from 'node:timers/promises';
import { Failure } from '../domain/failure.js';

/** A transaction that the database undid because of another one: run anew, it may well succeed. */
export class Conflict extends Failure {
  constructor(cause: unknown) {
    super('unavailable', undefined, { retry_after: 1 }, cause);
    this.name = 'Conflict';
  }
}

/** How often a transaction is begun before its caller is told to try again. */
const ATTEMPTS = 6;

/** The longest pause after the first attempt, in milliseconds; it doubles with each. */
const PAUSE = 10;

/** Runs a transaction anew as long as others are in its way, after a pause of random length so that they part. */
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
