import { Failure } from '../../domain/failure.js';
import { hashPassword, PASSWORD_COST, type PasswordCost, verifyPassword } from './password-hash.js';

/** Maximum passwords that are hashed at a time: each takes 128 MB and about half a second of one core. */
const MAX_AT_ONCE = 2;

/** Maximum passwords that wait: about as many as are hashed within `MAX_WAIT`. */
const MAX_WAITING = 40;

/** The longest wait, in milliseconds: browsers and proxies give up after 20 s or more. */
const MAX_WAIT = 10_000;

export interface PasswordOptions {
  /** The cost of new hashes. */
  passwordCost?: PasswordCost | undefined;
  /** The longest wait of a password for its turn, in milliseconds. */
  passwordWait?: number | undefined;
}

/** Hashes and verifies passwords, a few at a time, in the order in which they came. */
export class Passwords {
  readonly #cost: PasswordCost;
  readonly #maxWait: number;
  readonly #waiting = new Set<{ begin(): void; refuse(): void }>();
  #running = 0;
  #isClosed = false;
  /** Passwords hashed so far, verified ones included. */
  hashed = 0;
  /** Passwords refused because too many were waiting. */
  refused = 0;

  constructor({ passwordCost = PASSWORD_COST, passwordWait = MAX_WAIT }: PasswordOptions = {}) {
    this.#cost = passwordCost;
    this.#maxWait = passwordWait;
  }

  /** @throws {Failure} `unavailable` when too many passwords are waiting, or this one has waited too long */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hashPassword(password, this.#cost));
  }

  /**
   * Returns true if a password has the given hash. Without a hash the work is the same, and the result is false.
   *
   * @throws {Failure} `unavailable` when too many passwords are waiting, or this one has waited too long
   */
  verify(password: string, stored: string | undefined): Promise<boolean> {
    return this.#inTurn(() => verifyPassword(password, stored, this.#cost));
  }

  /** Refuses the passwords that wait, and all later ones: none of them holds up a stop. */
  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#waiting) waiting.refuse();
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed || this.#waiting.size >= MAX_WAITING) throw this.#unavailable();
    if (this.#running >= MAX_AT_ONCE) await this.#wait();
    else this.#running += 1;
    this.hashed += 1;
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      // The next one takes over the slot.
      if (next) next.begin();
      else this.#running -= 1;
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
      };
      const waiting = {
        begin: () => {
          leave();
          resolve();
        },
        refuse: () => {
          leave();
          reject(this.#unavailable());
        },
      };
      const timer = setTimeout(waiting.refuse, this.#maxWait);
      this.#waiting.add(waiting);
    });
  }

  #unavailable(): Failure {
    this.refused += 1;
    return new Failure('unavailable', undefined, { retry_after: 5 });
  }
}
