import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../domain/failure.js';
import { isTooLong, normalizePassword } from '../../domain/password.js';

/** Parameters of scrypt: the logarithm of N, the block size and the parallelism. */
export interface PasswordCost {
  ln: number;
  r: number;
  p: number;
}

/** The cost that OWASP asks for (Password Storage Cheat Sheet, 2024): 128 MB and about half a second of one core. */
export const PASSWORD_COST: PasswordCost = { ln: 17, r: 8, p: 1 };

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
   * Returns true if a password has the given hash. Without a hash it takes the same time, and returns false.
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

/** The largest cost that is read from a hash, so that a damaged one cannot stop the service. */
const MAX_COST: PasswordCost = { ln: 18, r: 16, p: 4 };

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** A hash in the form of the PHC strings: `$scrypt$ln=17,r=8,p=1$SALT$KEY`, in Base64 without padding. */
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Hashes a password with a new salt. It runs outside the event loop. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return write(cost, salt, await derive(password, salt, cost));
}

/**
 * Returns true if a password has the given hash. Without a hash it takes the same time, and returns false.
 *
 * @throws {TypeError} for a damaged hash
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  costOfNone = PASSWORD_COST,
): Promise<boolean> {
  const nobody = write(costOfNone, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));
  const [, ln, r, p, salt = '', key = ''] = FORM.exec(stored ?? nobody) ?? [];
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  if (key === '' || cost.ln > MAX_COST.ln || cost.r > MAX_COST.r || cost.p > MAX_COST.p)
    throw new TypeError('The stored hash of a password is damaged. Reset the account with svcapi account reset.');
  const isLong = isTooLong(normalizePassword(password));
  const derived = await derive(isLong ? '' : password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(derived, Buffer.from(key, 'base64')) && stored !== undefined && !isLong;
}

function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** ln;
  // Node's limit is below the memory that this cost takes.
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(normalizePassword(password), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function write({ ln, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}
