/**
 * Text that both formats can carry: what XML 1.0 cannot hold is refused when it comes in, so that JSON and XML never
 * differ. XML 1.0, production [2] Char.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** The first character that cannot be stored, as `U+0007`, or nothing when all can. */
export function findForbiddenCharacter(text: string): string | undefined {
  const found = FORBIDDEN.exec(text)?.[0];
  if (found === undefined) return undefined;
  return `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** True for text that every format and database here can hold. */
export function isStorable(text: string): boolean {
  return !FORBIDDEN.test(text);
}

/**
 * What two names have in common when they are the same but for case or composition: `STRASSE` and `Straße`.
 * Upper case comes first because it spells out what lower case keeps apart.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().trim();
}
