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

/** Characters that a terminal or a log viewer does not show as text: controls, bidirectional marks, lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]|\p{Surrogate}/gu;

/** Makes text of unknown origin printable on one line: unprintable characters are escaped, as `\u001b`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Quotes a value of unknown origin for a message, on one line and cut to a length. The content of lists and objects is not
 * shown, because they can be nested deeper than the stack.
 */
export function quote(value: unknown, length = 60): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const characters = [...value.slice(0, 2 * length + 2)];
  return `“${printable(characters.length > length ? `${characters.slice(0, length).join('')}…` : value)}”`;
}

/** Characters that nobody sees, with which a name could look like another. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns a key that is the same for names that differ only in case, composition or invisible characters, such as `STRASSE` and `Straße`.
 * Upper case comes first because it expands letters such as `ß`, which lower case keeps.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').replace(INVISIBLE, '').toUpperCase().toLowerCase().trim();
}

/** The longest name of a program, an account or a token, in characters. */
export const GIVEN_NAME_LENGTH = 100;

/**
 * Characters that change how the text around them is shown, or cannot be seen: controls, formats (those of bidirectional text among
 * them), surrogates, separators of lines, and those that are invisible by their own nature (Unicode, DerivedCoreProperties).
 */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFE\uFFFF]/gu;

/** The rule of `givenName`, in words. */
export const GIVEN_NAME_RULE = `one line of 1 to ${GIVEN_NAME_LENGTH} characters, none of them invisible`;

/**
 * Reads the name that somebody gives a program, an account or a token. It is trimmed, and all its spaces are of one kind.
 *
 * @returns undefined for a text that can be no name
 */
export function givenName(text: string): string | undefined {
  const name = text.replace(/\p{Zs}+/gu, ' ').trim();
  return name !== '' && [...name].length <= GIVEN_NAME_LENGTH && visible(name) === name ? name : undefined;
}

/** Returns a name of unknown origin with a mark (U+FFFD) in place of each character that `givenName` does not allow. */
export function visible(name: string): string {
  return name.replace(UNFIT, '\uFFFD');
}

/** The prefix of a token, any of its characters percent-encoded once or several times, and what follows of it. */
const TOKEN =
  /((?:s|%(?:25)*[57]3)(?:v|%(?:25)*[57]6)(?:c|%(?:25)*[46]3)(?:a|%(?:25)*[46]1)(?:p|%(?:25)*[57]0)(?:i|%(?:25)*[46]9)(?:_|%(?:25)*5f))[\w%-]+/gi;

/** Masks the tokens of the service in a text. */
export function maskTokens(text: string): string {
  return text.replace(TOKEN, '$1***');
}
