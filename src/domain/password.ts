/** The fewest characters of a password. NIST SP 800-63B, section 3.1.1.2, asks for 8 beside a second factor, and 15 alone. */
export const PASSWORD_LENGTH = 12;

/** The longest password, in bytes of UTF-8: a bound on the work of hashing it. */
export const PASSWORD_BYTES = 1024;

/**
 * Returns a password in the one form that is hashed (NFKC), since keyboards write the same letter in different ways.
 * NIST SP 800-63B, section 3.1.1.2.
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** Returns what is wrong with the length of a new password, and what to do; undefined if nothing is. */
export function lengthProblem(password: string): string | undefined {
  const normal = normalizePassword(password);
  if ([...normal].length < PASSWORD_LENGTH)
    return `The password is too short. Choose at least ${PASSWORD_LENGTH} characters, such as four words.`;
  return isTooLong(normal) ? `The password is longer than ${PASSWORD_BYTES} bytes. Choose a shorter one.` : undefined;
}

/** Returns true for a password that is too long to be hashed, which no account has. */
export function isTooLong(password: string): boolean {
  return new TextEncoder().encode(password).length > PASSWORD_BYTES;
}
