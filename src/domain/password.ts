/** NIST SP 800-63B, section 3.1.1.2, asks for 8 characters with a second factor and 15 without. */
export const PASSWORD_LENGTH = 12;

/** Bytes of UTF-8; bounds the work of hashing. */
export const PASSWORD_BYTES = 1024;

/** Returns the form that is hashed: keyboards write the same letter in different ways. NIST SP 800-63B, section 3.1.1.2. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

export function lengthProblem(password: string): string | undefined {
  const normal = normalizePassword(password);
  if ([...normal].length < PASSWORD_LENGTH)
    return `The password is too short. Choose at least ${PASSWORD_LENGTH} characters, such as four words.`;
  return isTooLong(normal) ? `The password is longer than ${PASSWORD_BYTES} bytes. Choose a shorter one.` : undefined;
}

export function isTooLong(password: string): boolean {
  return new TextEncoder().encode(password).length > PASSWORD_BYTES;
}
