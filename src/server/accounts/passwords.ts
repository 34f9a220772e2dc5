import { Failure } from '../../domain/failure.js';
import { hashPassword, PASSWORD_COST, type PasswordCost, verifyPassword } from './password-hash.js';

/** Whoever waits for a password to be hashed. */
export interface Claimant {
  /** The client address. */
  address: string;
  /** The key of the account, whether there is one or not. */
  account: string;
  /** True in a browser in which this account has signed in before. */
  isKnown: boolean;
}

export interface PasswordOptions {
  /** The cost of new hashes. */
  passwordCost?: PasswordCost | undefined;
  /** Maximum passwords that are hashed at a time: each takes 128 MB. */
  passwordsAtOnce?: number | undefined;
  /** Maximum passwords that wait for it. */
  passwordsWaiting?: number | undefined;
}

interface Waiting extends Claimant {
  begin(): void;
  refuse(): void;
}

/**
 * Hashes and verifies passwords, a few at a time. Without an order of its own a few dozen addresses that try wrong passwords would
 * keep everybody else from signing in: who has the fewest waiting, by address and by account, is next, and browsers in which
 * an account has signed in before are first.
 */
export class Passwords {
  readonly #cost: PasswordCost;
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  #waiting: Waiting[] = [];
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
  hash(password: string, claimant: Claimant): Promise<string> {
    return this.#inTurn(claimant, () => hashPassword(password, this.#cost));
  }

  /**
   * Returns true if a password has the given hash. Without a hash the work is the same, and the result is false.
   *
   * @throws {Failure} `unavailable` when too many passwords are waiting
   */
  verify(password: string, stored: string | undefined, claimant: Claimant): Promise<boolean> {
    return this.#inTurn(claimant, () => verifyPassword(password, stored, this.#cost));
  }

  async #inTurn<T>(claimant: Claimant, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#wait(claimant);
    else this.#running += 1;
    this.hashed += 1;
    try {
      return await work();
    } finally {
      const [next] = this.#inOrder();
      this.#remove(next);
      // The next one takes over the place.
      if (next) next.begin();
      else this.#running -= 1;
    }
  }

  async #wait(claimant: Claimant): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.refused += 1;
        reject(new Failure('unavailable', undefined, { retry_after: 5 }));
      };
      this.#waiting.push({ ...claimant, begin: resolve, refuse });
      if (this.#waiting.length <= this.#maxWaiting) return;
      const last = this.#inOrder().at(-1);
      this.#remove(last);
      last?.refuse();
    });
  }

  /** Returns who waits, the next one first; of equals, whoever came first. */
  #inOrder(): Waiting[] {
    const ranks = new Map(this.#waiting.map((each) => [each, this.#rank(each)]));
    return [...this.#waiting].sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
  }

  /** Returns how many wait from the same address or for the same account; in a known browser, half a place better than that. */
  #rank({ address, account, isKnown }: Claimant): number {
    const alike = this.#waiting.filter((each) => each.isKnown === isKnown);
    const ofAccount = alike.filter((each) => each.account === account).length;
    if (isKnown) return ofAccount - 0.5;
    return Math.max(ofAccount, alike.filter((each) => each.address === address).length);
  }

  #remove(waiting: Waiting | undefined): void {
    this.#waiting = this.#waiting.filter((each) => each !== waiting);
  }
}
