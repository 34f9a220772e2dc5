/** What a terminal or a reader of logs could take for something else than text: controls, bidirectional marks, halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]|\p{Surrogate}/gu;

/** Text of unknown origin, fit to be shown on one line: what cannot be seen is spelled out, as `\u001b`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A value of unknown origin, on one line and cut to a length that leaves the sentence around it readable. What is in a
 * list or an object is not shown: they can be nested deeper than a program can follow.
 */
export function quote(value: unknown, length = 60): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const characters = [...value.slice(0, 2 * length + 2)];
  return `“${printable(characters.length > length ? `${characters.slice(0, length).join('')}…` : value)}”`;
}
