import { setTimeout } from 'node:timers/promises';
import { Failure } from '../../domain/failure.js';

/** The errors of the driver for a server that accepts connections and statements, and does not answer. */
const NO_ANSWER = /^(Query read timeout|timeout expired|Connection terminated due to connection timeout)/;

/** Time between two attempts to reach a database that does not answer, in milliseconds. */
const RETRY_AFTER = 1000;

/** Returns the failure of a statement that is not sent, since the database does not answer. */
export function noAnswer(): Failure {
  return new Failure('unavailable', undefined, { retry_after: 1 }, new Error('PostgreSQL does not answer'));
}

/**
 * Knows whether a database has stopped answering, as one does that is frozen or cut off. Each statement would then wait for its
 * whole limit, and a request sends several, one after the other. So while it lasts nobody is let in, and those who wait for a
 * connection fail at once. The silence ends when an attempt of its own, or any statement that was sent before, is answered.
 */
export class Silence {
  readonly #attempt: () => Promise<unknown>;
  readonly #waiting = new Set<() => void>();
  #isSilent = false;
  #isClosed = false;

  /** @param attempt sends a statement, and resolves when it is answered */
  constructor(attempt: () => Promise<unknown>) {
    this.#attempt = attempt;
  }

  /**
   * Waits for a connection, unless the database does not answer.
   *
   * @param giveBack takes a connection that comes when nobody waits for it any more
   * @throws {Failure} `unavailable` during the silence, or when it begins
   */
  wait<Connection>(connect: () => Promise<Connection>, giveBack: (late: Connection) => void): Promise<Connection> {
    if (this.#isSilent) return Promise.reject(noAnswer());
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(noAnswer());
      this.#waiting.add(giveUp);
      connect().then(
        (connection) => {
          if (this.#waiting.delete(giveUp)) resolve(connection);
          else giveBack(connection);
        },
        (error: unknown) => {
          this.#waiting.delete(giveUp);
          this.notice(error);
          reject(error);
        },
      );
    });
  }

  /** Looks at an error, with which the silence may begin, or end. Returns true if it is the lack of an answer. */
  notice(error: unknown): boolean {
    if (!(error instanceof Error)) return false;
    const isNoAnswer = NO_ANSWER.test(error.message);
    if (isNoAnswer) this.#begin();
    else if ('severity' in error) this.end();
    return isNoAnswer;
  }

  /** Ends the silence: the database has answered. */
  end(): void {
    this.#isSilent = false;
  }

  /** Ends the attempts. */
  close(): void {
    this.#isClosed = true;
  }

  #begin(): void {
    if (this.#isSilent) return;
    this.#isSilent = true;
    for (const giveUp of this.#waiting) giveUp();
    this.#waiting.clear();
    void this.#tryAgain();
  }

  async #tryAgain(): Promise<void> {
    while (this.#isSilent && !this.#isClosed) {
      await setTimeout(RETRY_AFTER, undefined, { ref: false });
      await this.#attempt().then(
        () => this.end(),
        () => {},
      );
    }
  }
}
