import { Failure } from '../../domain/failure.js';
import { hashPassword, PASSWORD_COST, type PasswordCost, verifyPassword } from './password-hash.js';

/** The place of an attempt in the order in which passwords are hashed: the lowest is next, by the first number before the second. */
export type Rank = readonly [number, number];

export interface PasswordOptions {
  /** The cost of new hashes. */
  passwordCost?: PasswordCost | undefined;
  /** Maximum passwords that are hashed at a time: each takes 128 MB. */
  passwordsAtOnce?: number | undefined;
  /** Maximum passwords that wait for it. */
  passwordsWaiting?: number | undefined;
}

interface Waiting {
  rank: Rank;
  begin(): void;
  refuse(): void;
}

/**
 * Hashes and verifies passwords, a few at a time, in the order of their ranks (`sign-in-limits.ts`). Without an order of its own, a few
 * dozen addresses that try wrong passwords keep everybody else from signing in.
 */
export class Passwords {
  readonly #cost: PasswordCost;
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  /** The passwords that wait, the next one first. */
  readonly #waiting: Waiting[] = [];
  #running = 0;
  /** Passwords hashed so far, verified ones included. */
  hashed = 0;
  /** Passwords refused because too many were waiting. */
  refused = 0;

  constructor({ passwordCost = PASSWORD_COST, passwordsAtOnce = 2, passwordsWaiting = 40 }: PasswordOptions = {}) {
    this.#cost = passwordCost;
    this.#atOnce = passwordsAtOnce;
    this.#maxWaiting = passwordsWaiting;
  }

  /** @throws {Failure} `unavailable` when too many passwords are waiting */
  hash(password: string, rank: Rank): Promise<string> {
    return this.#inTurn(rank, () => hashPassword(password, this.#cost));
  }

  /**
   * Returns true if a password has the given hash. Without a hash the work is the same, and the result is false.
   *
   * @throws {Failure} `unavailable` when too many passwords are waiting
   */
  verify(password: string, stored: string | undefined, rank: Rank): Promise<boolean> {
    return this.#inTurn(rank, () => verifyPassword(password, stored, this.#cost));
  }

  async #inTurn<T>(rank: Rank, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#wait(rank);
    else this.#running += 1;
    this.hashed += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The next one takes over the place.
      if (next) next.begin();
      else this.#running -= 1;
    }
  }

  /** Waits behind those of a lower or equal rank. */
  async #wait(rank: Rank): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.refused += 1;
        reject(new Failure('unavailable', undefined, { retry_after: 5 }));
      };
      const last = this.#waiting.findLastIndex((each) => !isBefore(rank, each.rank));
      this.#waiting.splice(last + 1, 0, { rank, begin: resolve, refuse });
      if (this.#waiting.length > this.#maxWaiting) this.#waiting.pop()?.refuse();
    });
  }
}

function isBefore([first, second]: Rank, [otherFirst, otherSecond]: Rank): boolean {
  return first === otherFirst ? second < otherSecond : first < otherFirst;
}
