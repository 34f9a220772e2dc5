import { holdsLongList, isMap, type PayloadMap, parts } from './payload-node.js';

/** Writes a payload as JSON, in chunks with at most a few items of a long list. */
export function* jsonChunks(node: PayloadMap): Generator<string> {
  if (!holdsLongList(node)) return yield JSON.stringify(node);
  let before = '{';
  for (const [name, child] of Object.entries(node)) {
    if (child === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(child)) yield* itemChunks(child);
    else if (isMap(child)) yield* jsonChunks(child);
    else yield JSON.stringify(child);
    before = ',';
  }
  yield '}';
}

function* itemChunks(items: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const some of parts(items)) {
    yield before + JSON.stringify(some).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
