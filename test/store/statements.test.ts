import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

const folder = join(import.meta.dirname, '../../../src/store/queries');

/** Reads that no request makes alone: those of host commands, of the server at intervals, and of a change before it writes. */
const SELDOM: Record<string, number> = {
  'accounts.ts': 1,
  'audit-trail.ts': 1,
  'clients.ts': 1,
  'removals.ts': 1,
  'upkeep.ts': 4,
  'sign-in.ts': 1,
};

for (const file of readdirSync(folder).filter((name) => name !== 'statement.ts')) {
  test(`${file}: the reads that a request makes are statements`, (t) => {
    // Statements are declared above the function that makes this part of the store.
    const [, ...functions] = readFileSync(join(folder, file), 'utf8').split(/^export (?:async )?function /m);
    t.is(functions.join().match(/\bselectFrom\(/g)?.length ?? 0, SELDOM[file] ?? 0, 'declare it with statement()');
  });
}
