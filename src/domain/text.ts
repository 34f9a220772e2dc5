/*
 * Characters that XML 1.0 cannot hold (production [2] Char) are rejected on input, so that JSON and XML never differ.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/u;

/** Returns the first character that cannot be stored, as `U+0007`, or undefined if there is none. */
export function findForbiddenCharacter(text: string): string | undefined {
  const found = FORBIDDEN.exec(text)?.[0];
  if (found === undefined) return undefined;
  return `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns true for text that every format and database can hold. */
export function isStorable(text: string): boolean {
  return !FORBIDDEN.test(text);
}

/** The maximum length of a number or a time that is read from text, in characters. A longer one is refused unread. */
export const LONGEST_NUMBER = 64;

/** Reads a number from text; returns NaN for one that is none, or is too long. */
export function readNumber(text: string): number {
  return text.length > LONGEST_NUMBER ? Number.NaN : Number(text);
}

/** Removes the slashes at the end of a text. */
export function withoutSlashes(text: string): string {
  return withoutAtEnd(text, '/');
}

/** Removes a character from the end of a text, as often as it stands there. An expression would look at each place of a row of them. */
export function withoutAtEnd(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** Converts A to Z as both databases do, which leave all other letters as they are. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
