import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import test from 'ava';
import { document } from '../helpers/document/document.js';
import { temporaryFolder } from '../helpers/folder.js';

const copy = join(temporaryFolder(), 'openapi.json');
writeFileSync(copy, JSON.stringify(document));

/** Runs Redocly by its recommended rules. */
async function redocly(file: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lint({ ref: file, config });
  return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`);
}

/** A name may be the end of another path, such as `creditlog`: the path that checks names has it then (docs/wire.md). */
const ambiguous = ['credits', 'creditlog', 'permissions'].map(
  (end) =>
    'warn no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: ' +
    `\`/character/handlecheck/{handle}\` and \`/character/{uid}/${end}\`.`,
);

test('Redocly finds nothing in the description but the paths that existing clients ask for', async (t) => {
  t.deepEqual(await redocly(copy), ambiguous);
});
