const { createHook } = require('node:async_hooks') as typeof import('node:async_hooks');
const { writeSync } = require('node:fs') as typeof import('node:fs');

/** Required by a program: writes a line to standard error whenever a password begins to be hashed. */
createHook({
  init(_id, type) {
    if (type === 'SCRYPTREQUEST') writeSync(2, 'hashes a password\n');
  },
}).enable();
