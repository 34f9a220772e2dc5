// XML 1.0 cannot hold these (production [2] Char). They are rejected on input, so that JSON and XML never differ.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/u;

/** Returns the first character that cannot be stored, such as `U+0007`. */
export function findForbiddenCharacter(text: string): string | undefined {
  const found = FORBIDDEN.exec(text)?.[0];
  if (found === undefined) return undefined;
  return `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

export function isStorable(text: string): boolean {
  return !FORBIDDEN.test(text);
}

/** Characters; longer numbers and times are refused unread. */
export const LONGEST_NUMBER = 64;

/** Returns NaN for text that is not a number, or is too long. */
export function readNumber(text: string): number {
  return text.length > LONGEST_NUMBER ? Number.NaN : Number(text);
}

/** Removes slashes from the end. A regular expression would take quadratic time on a long run of them. */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** Converts only A to Z, as both databases do. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Controls, bidirectional marks and lone surrogates, which terminals do not show as text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]|\p{Surrogate}/gu;

/** Escapes unprintable characters, such as `\u001b`, so that text of unknown origin fits on one line. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Quotes a value on one line. It omits the content of lists and objects, which can be nested deeper than the stack. */
export function quote(value: unknown, length = 60): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const characters = [...value.slice(0, 2 * length + 2)];
  return `“${printable(characters.length > length ? `${characters.slice(0, length).join('')}…` : value)}”`;
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Returns one key for names that differ only in case, composition or invisible characters. Upper case comes first: it expands `ß`. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').replace(INVISIBLE, '').toUpperCase().toLowerCase().trim();
}

export const GIVEN_NAME_LENGTH = 100;

/** Characters that cannot be seen, or that change how the text around them is shown. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFE\uFFFF]/gu;

export const GIVEN_NAME_RULE = `one line of 1 to ${GIVEN_NAME_LENGTH} characters, none of them invisible`;

/** Trims a name and unifies its spaces; returns undefined if it breaks `GIVEN_NAME_RULE`. */
export function givenName(text: string): string | undefined {
  const name = text.replace(/\p{Zs}+/gu, ' ').trim();
  return name !== '' && [...name].length <= GIVEN_NAME_LENGTH && visible(name) === name ? name : undefined;
}

/** Replaces each character that `givenName` refuses with U+FFFD. */
export function visible(name: string): string {
  return name.replace(UNFIT, '\uFFFD');
}

/** A token. Its prefix may be percent-encoded once or several times. */
const TOKEN =
  /((?:s|%(?:25)*[57]3)(?:v|%(?:25)*[57]6)(?:c|%(?:25)*[46]3)(?:a|%(?:25)*[46]1)(?:p|%(?:25)*[57]0)(?:i|%(?:25)*[46]9)(?:_|%(?:25)*5f))[\w%-]+/gi;

export function maskTokens(text: string): string {
  return text.replace(TOKEN, '$1***');
}

const PLAIN = /^[\w.:~-]*$/;

/** Encodes a path parameter. A colon stays readable. */
export function encodePathValue(value: string): string {
  return PLAIN.test(value) ? value : encodeURIComponent(value).replaceAll('%3A', ':');
}

/** Appends a suffix to a path whose last name ends like one. Proxies may decode an encoded dot (RFC 3986, section 6.2.2.2). */
export function protectSuffix(path: string, format = 'json'): string {
  return /\.(?:json|xml)$/i.test(path) ? `${path}.${format}` : path;
}
