/** The fewest characters of a password. NIST SP 800-63B, section 3.1.1.2, asks for 8 beside a second factor, and 15 alone. */
export const PASSWORD_LENGTH = 12;

/** The longest password, in bytes of UTF-8: a bound on the work of hashing it. */
export const PASSWORD_BYTES = 1024;

/** Passwords that are guessed first, as far as they are long enough to be accepted otherwise. */
const COMMON = new Set(
  (
    '123456789012 1234567890123 012345678901 1234567890ab 1q2w3e4r5t6y qwertyuiop[] qwertyuiop12 ' +
    'qwertyuiopasdf abcdefghijkl abcdefghijklm abcdef123456 password1234 password12345 passwordpassword ' +
    'administrator letmeinplease iloveyou1234 changemeplease correcthorsebatterystaple trustno1trustno1'
  ).split(' '),
);

/**
 * Returns a password in the one form that is hashed (NFKC), since keyboards write the same letter in different ways.
 * NIST SP 800-63B, section 3.1.1.2.
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Returns what is wrong with a new password, and what to do; undefined if it can be used.
 *
 * @param accountName the name of the account, which the password may not consist of
 */
export function passwordProblem(password: string, accountName: string): string | undefined {
  const normal = normalizePassword(password);
  if ([...normal].length < PASSWORD_LENGTH)
    return `The password is too short. Choose at least ${PASSWORD_LENGTH} characters, such as four words.`;
  if (isTooLong(normal)) return `The password is longer than ${PASSWORD_BYTES} bytes. Choose a shorter one.`;
  const plain = normal.toLowerCase();
  const rest = plain.replaceAll(accountName.normalize('NFKC').toLowerCase(), '');
  if (COMMON.has(plain) || new Set(plain).size < 3 || [...rest].length < PASSWORD_LENGTH / 2)
    return 'The password is one of the first that are guessed. Choose four words that have nothing to do with each other.';
  return undefined;
}

/** Returns true for a password that is too long to be hashed, which no account has. */
export function isTooLong(password: string): boolean {
  return new TextEncoder().encode(password).length > PASSWORD_BYTES;
}
