import type { UnknownRecord } from './unknown-record.js';

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Returns the elements of a document that contain only text, by name; a repeated element becomes a list. The client reads
 * no other XML than that of errors, for which this is enough.
 */
export function scalarsInXml(text: string): UnknownRecord {
  const found = new Map<string, string | string[]>();
  for (const [, name = '', content = '', end] of text.matchAll(/<(\w+)>([^<]*)<\/(\w+)>/g)) {
    if (end !== name) continue;
    const value = decode(content);
    const known = found.get(name);
    if (known === undefined) found.set(name, value);
    else if (typeof known === 'string') found.set(name, [known, value]);
    else known.push(value);
  }
  return Object.fromEntries(found);
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (reference, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? reference;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}
