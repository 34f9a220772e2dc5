import { holdsLongList, isMap, type PayloadMap, parts } from './payload-node.js';

/** Writes a payload as JSON, in pieces with at most a few items of a long list. */
export function* jsonPieces(node: PayloadMap): Generator<string> {
  if (!holdsLongList(node)) return yield JSON.stringify(node);
  let before = '{';
  for (const [name, child] of Object.entries(node)) {
    if (child === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(child)) yield* itemPieces(child);
    else if (isMap(child)) yield* jsonPieces(child);
    else yield JSON.stringify(child);
    before = ',';
  }
  yield '}';
}

function* itemPieces(items: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const some of parts(items)) {
    yield before + JSON.stringify(some).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
