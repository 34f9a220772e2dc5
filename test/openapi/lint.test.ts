import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs Redocly by the rules in redocly.yaml, without telemetry and update checks. */
function lint(file: string) {
  const { stdout } = spawnSync(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--format=json', file],
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

test('Redocly finds nothing in the description', (t) => {
  const { totals, problems } = lint('docs/openapi.json');
  t.deepEqual(problems, []);
  t.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 });
});
