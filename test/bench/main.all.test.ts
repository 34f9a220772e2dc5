import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import type { Run } from '../../bench/run.js';
import { temporaryFolder } from '../helpers/folder.js';

const BENCH = fileURLToPath(new URL('../../bench/main.js', import.meta.url));

/** Skipped on machines without wrk, or without /proc. */
const linux = existsSync('/proc/self/stat') ? test : test.skip;
const measuring = spawnSync('wrk', ['--version']).error ? test.skip : linux;

/** Runs the bench with a cache of its own. */
function bench(argv: string[], cache: string) {
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: cache };
  return spawnSync(process.execPath, [BENCH, ...argv], { env, encoding: 'utf8' });
}

measuring('the bench measures a row beside bare node:http and bare Koa', (t) => {
  const folder = temporaryFolder();
  const json = join(folder, 'raw.json');
  const few = ['--rounds', '1', '--requests', '100', '--connections', '2'];
  const { status, stderr } = bench(['--force', '--only', 'time-json', ...few, '--json', json], folder);
  t.is(status, 0, stderr);

  const { outcomes } = JSON.parse(readFileSync(json, 'utf8')) as Run;
  t.deepEqual(
    outcomes.map(({ name }) => name),
    ['time-json'],
  );
  const [line] = outcomes[0]?.lines ?? [];
  const names = ['svcapi', 'bare node:http', 'bare Koa', 'Koa with one writeHead'];
  t.deepEqual(
    line?.series.map(({ name }) => name),
    names.flatMap((name) => [name, `${name}, processor time`]),
  );
  const perSecond = line?.series.filter(({ unit }) => unit === 'requests/s') ?? [];
  t.true(perSecond.every(({ rounds }) => rounds.length === 1 && (rounds[0] ?? 0) > 0));
  t.true((line?.summary.median ?? 0) > 0);
});

test('--show prints the goals and results of the recorded run', (t) => {
  const { status, stdout } = bench(['--show'], temporaryFolder());
  t.is(status, 0);
  t.regex(stdout, /^\| GET api\/time, JSON, of bare Koa \| at least 0\.9 \| \d/m);
  t.regex(stdout, /^\| GET api\/time, JSON \| at least 0\.9 \| \d/m);
});

linux('an unknown row is an error that names the known ones', (t) => {
  const { status, stderr } = bench(['--only', 'tyme'], temporaryFolder());
  t.is(status, 2);
  t.regex(stderr, /“tyme”.*time-json, time-xml/);
});
