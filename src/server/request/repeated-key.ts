const BACKSLASH = '\\';
const QUOTE = '"';

/**
 * Returns a key that an object of a JSON text has twice, or undefined. `JSON.parse` keeps the last of such values, and a
 * reviver sees no more of them.
 *
 * Almost every line has as many keys as it has colons that may follow one, which is quick to find out.
 *
 * @param text valid JSON
 * @param value the value that `JSON.parse` returned for it
 */
export function repeatedKey(text: string, value: object): string | undefined {
  return countColons(text) === countKeys(value) ? undefined : findRepeatedKey(text);
}

/** Counts the colons that may follow a key: all that do, and a few within texts. */
function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === 0x22 || before <= 0x20) count += 1;
  }
  return count;
}

/** Counts the keys of a value and of all within it. It can be nested deeper than the stack, so this does not recurse. */
function countKeys(value: object): number {
  let count = 0;
  const waiting: object[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const isList = Array.isArray(next);
    // A value of JSON.parse inherits no key. Object.values would take twice as long.
    for (const key in next) {
      if (!isList) count += 1;
      const inner: unknown = next[key as keyof typeof next];
      if (typeof inner === 'object' && inner !== null) waiting.push(inner);
    }
  }
  return count;
}

/** Reads the text from bracket to bracket, with the keys so far of each open object. */
function findRepeatedKey(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') open.push(new Set());
    if (character === '}') open.pop();
    if (character !== QUOTE) continue;
    const start = at;
    at = endOfString(text, start);
    if (!isKey(text, at + 1)) continue;
    const key = JSON.parse(text.slice(start, at + 1)) as string;
    if (open.at(-1)?.has(key)) return key;
    open.at(-1)?.add(key);
  }
  return undefined;
}

/** Returns the position of the quotation mark that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf(QUOTE, start + 1); ; end = text.indexOf(QUOTE, end + 1)) {
    let first = end;
    while (text[first - 1] === BACKSLASH) first -= 1;
    // An even number of backslashes stands for backslashes.
    if ((end - first) % 2 === 0) return end;
  }
}

/** Returns true if the string that ends here is a key, which a colon follows. */
function isKey(text: string, end: number): boolean {
  let next = end;
  while (text.charCodeAt(next) <= 0x20) next += 1;
  return text[next] === ':';
}
