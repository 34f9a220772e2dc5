/** What a payload is made of: the JSON form of docs/wire.md, “Formats”. */
export type Node = string | number | boolean | Node[] | NodeMap;
export interface NodeMap {
  [name: string]: Node | undefined;
}

/** From so many items on, a list is written item by item. */
const LONG = 100;

export function isMap(node: Node | undefined): node is NodeMap {
  return typeof node === 'object' && !Array.isArray(node);
}

/** How many items are written at once. */
const PART = 20;

/** A list in parts of a few items. */
export function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += PART) yield items.slice(start, start + PART);
}

/** True where writing the node in one go would keep other requests waiting. */
export function holdsLongList(node: NodeMap): boolean {
  return Object.values(node).some((child) =>
    Array.isArray(child) ? child.length >= LONG : isMap(child) && holdsLongList(child),
  );
}
