import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { unavailable } from '../../domain/failure.js';
import { isTooLong, normalizePassword } from '../../domain/password.js';

/** scrypt: the logarithm of N, the block size and the parallelism. */
interface PasswordCost {
  ln: number;
  r: number;
  p: number;
}

/** OWASP Password Storage Cheat Sheet, 2024: 128 MB and about half a second of one core. */
const PASSWORD_COST: PasswordCost = { ln: 17, r: 8, p: 1 };

/** Keeps a damaged hash from stopping the service. */
const MAX_COST: PasswordCost = { ln: 18, r: 16, p: 4 };

/** Each hash takes 128 MB. */
const MAX_AT_ONCE = 2;

/** Approximate number of passwords that are hashed within `MAX_WAIT`. */
const MAX_WAITING = 40;

/** Milliseconds: browsers and proxies give up after 20 s or more. */
const MAX_WAIT = 10_000;

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** A PHC string, in Base64 without padding. */
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

export interface PasswordOptions {
  passwordCost?: PasswordCost | undefined;
  /** The longest wait of a password for its turn, in milliseconds. */
  passwordWait?: number | undefined;
}

/** Hashes a few passwords concurrently, in order of arrival, outside the event loop. */
export class Passwords {
  readonly #cost: PasswordCost;
  readonly #maxWait: number;
  readonly #waiting = new Set<EventEmitter>();
  #running = 0;
  #isClosed = false;

  constructor({ passwordCost = PASSWORD_COST, passwordWait = MAX_WAIT }: PasswordOptions = {}) {
    this.#cost = passwordCost;
    this.#maxWait = passwordWait;
  }

  /** @throws {Failure} `unavailable` when too many passwords wait, or this one has waited too long */
  hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    return this.#inTurn(async () => write(this.#cost, salt, await derive(password, salt, this.#cost)));
  }

  /**
   * Returns false without a hash, after the same time.
   *
   * @throws {Failure} as `hash`
   * @throws {TypeError} for a damaged hash
   */
  verify(password: string, stored: string | undefined): Promise<boolean> {
    return this.#inTurn(async () => {
      const nobody = write(this.#cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));
      const [, ln, r, p, salt = '', key = ''] = FORM.exec(stored ?? nobody) ?? [];
      const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
      if (key === '' || cost.ln > MAX_COST.ln || cost.r > MAX_COST.r || cost.p > MAX_COST.p)
        throw new TypeError('The stored hash of a password is damaged. Reset the account with svcapi account reset.');
      const isLong = isTooLong(normalizePassword(password));
      const derived = await derive(isLong ? '' : password, Buffer.from(salt, 'base64'), cost);
      return timingSafeEqual(derived, Buffer.from(key, 'base64')) && stored !== undefined && !isLong;
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const turn of this.#waiting) turn.emit('error', new Error('closed'));
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed || this.#waiting.size >= MAX_WAITING) throw unavailable({ retry_after: 5 });
    if (this.#running >= MAX_AT_ONCE) await this.#wait();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      // The next one takes over the slot.
      if (next) next.emit('begin');
      else this.#running -= 1;
    }
  }

  async #wait(): Promise<void> {
    const turn = new EventEmitter();
    this.#waiting.add(turn);
    turn.once('begin', () => this.#waiting.delete(turn));
    try {
      await once(turn, 'begin', { signal: AbortSignal.timeout(this.#maxWait) });
    } catch {
      this.#waiting.delete(turn);
      throw unavailable({ retry_after: 5 });
    }
  }
}

function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** ln;
  // Node's limit is below the memory that this cost takes.
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(normalizePassword(password), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function write({ ln, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  const [writtenSalt, writtenKey] = [salt, key].map((bytes) => bytes.toString('base64').replace(/={1,2}$/, ''));
  return `$scrypt$ln=${ln},r=${r},p=${p}$${writtenSalt}$${writtenKey}`;
}
