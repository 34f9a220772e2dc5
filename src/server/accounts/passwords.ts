import { Failure } from '../../domain/failure.js';
import { hashPassword, PASSWORD_COST, type PasswordCost, verifyPassword } from './password-hash.js';

/** Maximum passwords that are hashed at a time: each takes 128 MB. */
const AT_A_TIME = 2;

/** Hashes and verifies passwords, a few at a time. */
export class Passwords {
  readonly #maxWaiting: number;
  readonly #cost: PasswordCost;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Passwords hashed so far, verified ones included. */
  hashed = 0;
  /** Passwords refused because too many were waiting. */
  refused = 0;

  /**
   * @param cost that of new hashes
   * @param maxWaiting maximum passwords that wait; the last of 20 waits about five seconds
   */
  constructor(cost = PASSWORD_COST, maxWaiting = 20) {
    this.#cost = cost;
    this.#maxWaiting = maxWaiting;
  }

  /** @throws {Failure} `unavailable` when too many passwords are waiting */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hashPassword(password, this.#cost));
  }

  /**
   * Returns true if a password has the given hash. Without a hash the work is the same, and the result is false.
   *
   * @throws {Failure} `unavailable` when too many passwords are waiting
   */
  verify(password: string, stored: string | undefined): Promise<boolean> {
    return this.#inTurn(() => verifyPassword(password, stored, this.#cost));
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_A_TIME) await this.#wait();
    else this.#running += 1;
    this.hashed += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The next one takes over the place.
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #wait(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) {
      this.refused += 1;
      throw new Failure('unavailable', undefined, { retry_after: 5 });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
