import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { isTooLong, normalizePassword } from '../../domain/password.js';

/** Parameters of scrypt: the logarithm of N, the block size and the parallelism. */
export interface PasswordCost {
  ln: number;
  r: number;
  p: number;
}

/** The cost that OWASP asks for (Password Storage Cheat Sheet, 2024): 128 MB and about half a second of one core. */
export const PASSWORD_COST: PasswordCost = { ln: 17, r: 8, p: 1 };

/** The largest cost that is read from a hash, so that a damaged one cannot stop the service. */
const MOST: PasswordCost = { ln: 18, r: 16, p: 4 };

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
 * Returns true if a password has the given hash. Without a hash the work is that of one with the cost, and the result is false.
 *
 * @throws {TypeError} for a hash that is none
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  costOfNone = PASSWORD_COST,
): Promise<boolean> {
  const nobody = write(costOfNone, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));
  const [, ln, r, p, salt = '', key = ''] = FORM.exec(stored ?? nobody) ?? [];
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  if (key === '' || cost.ln > MOST.ln || cost.r > MOST.r || cost.p > MOST.p)
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
