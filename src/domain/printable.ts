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
