import { createHook } from 'node:async_hooks';

let hashes = 0;
createHook({
  init(_id, type) {
    if (type === 'SCRYPTREQUEST') hashes += 1;
  },
}).enable();

/** Returns the number of passwords that this process has hashed so far. */
export function hashesSoFar(): number {
  return hashes;
}
