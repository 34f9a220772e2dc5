/** A part of a payload, in the JSON form of docs/wire.md, “Formats”. */
export type PayloadNode = string | number | boolean | PayloadNode[] | PayloadMap;
export interface PayloadMap {
  [name: string]: PayloadNode | undefined;
}

/** The length from which a list is written in parts. */
const LONG = 100;

export function isMap(node: PayloadNode | undefined): node is PayloadMap {
  return typeof node === 'object' && !Array.isArray(node);
}

/** The number of items in a part. */
const PART = 20;

/** Splits a list into parts. */
export function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += PART) yield items.slice(start, start + PART);
}

/** Returns true if writing the node in one go would delay other requests. */
export function holdsLongList(node: PayloadMap): boolean {
  // Every answer is looked through: a list of its values would take as long as the look.
  for (const name in node) {
    const child = node[name];
    if (typeof child !== 'object') continue;
    if (Array.isArray(child) ? child.length >= LONG : holdsLongList(child)) return true;
  }
  return false;
}
