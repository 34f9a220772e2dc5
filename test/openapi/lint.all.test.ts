import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { describeSandbox } from '../../src/sandbox/http/description.js';
import { document } from '../helpers/document/document.js';
import { temporaryFolder } from '../helpers/folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A copy of the description without its examples in XML, which are strings and which the linter takes for JSON.
 * test/openapi/examples.test.ts holds all examples to their schemas, in JSON and in XML.
 */
const copy = join(temporaryFolder(), 'openapi.json');
const examples = document.components.examples as Record<string, { value: unknown }>;
const inJson = Object.entries(examples).filter(([, { value }]) => typeof value !== 'string');
const withoutXml = { ...document, components: { ...document.components, examples: Object.fromEntries(inJson) } };
const text = JSON.stringify(withoutXml, (key, value) =>
  key.endsWith('/xml') ? { ...value, examples: undefined } : value,
);
writeFileSync(copy, text);

/** Runs Redocly by the rules in redocly.yaml, without telemetry and update checks. */
function redocly(file: string) {
  const { stdout } = spawnSync(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--config=redocly.yaml', '--format=json', file],
    {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    },
  );
  const { totals, problems } = JSON.parse(stdout) as {
    totals: object;
    problems: { ruleId: string; message: string }[];
  };
  return { totals, problems: problems.map(({ ruleId, message }) => `${ruleId}: ${message}`) };
}

/** A name may be the end of another path, such as `creditlog`: the path that checks names has it then (docs/wire.md). */
const ambiguous = ['credits', 'creditlog', 'permissions'].map(
  (end) =>
    'no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: ' +
    `\`/character/handlecheck/{handle}\` and \`/character/{uid}/${end}\`.`,
);

test('Redocly finds nothing in the description but the paths that existing clients ask for', (t) => {
  const { totals, problems } = redocly(copy);
  t.deepEqual(problems, ambiguous);
  t.deepEqual(totals, { errors: 0, warnings: ambiguous.length, ignored: 0 });
});

test('Redocly finds nothing in the description of the sandbox', (t) => {
  const file = join(temporaryFolder(), 'sandbox.json');
  // Its servers are on this machine by their nature.
  writeFileSync(file, JSON.stringify(describeSandbox('http://sandbox.test')));
  t.deepEqual(redocly(file).problems, []);
});
