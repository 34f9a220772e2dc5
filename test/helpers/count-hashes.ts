import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

let hashes = 0;
const { scrypt } = crypto;

// A hook of node:async_hooks would slow each promise of the process.
crypto.scrypt = ((...args: Parameters<typeof scrypt>) => {
  hashes += 1;
  scrypt(...args);
}) as typeof scrypt;
syncBuiltinESMExports();

/** Returns the number of passwords that this process has hashed so far. */
export function hashesSoFar(): number {
  return hashes;
}
