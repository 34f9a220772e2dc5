import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import type { Run } from '../../bench/results.js';
import { temporaryFolder } from '../helpers/folder.js';

const BENCH = fileURLToPath(new URL('../../bench/main.js', import.meta.url));

/** Skipped on machines without wrk, or without /proc. */
const isPossible = existsSync('/proc/self/stat') && !spawnSync('wrk', ['--version']).error;
const measuring = isPossible ? test : test.skip;

/** Runs the bench with a folder of its own for databases. */
function bench(argv: string[], folder: string) {
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: folder };
  return spawnSync(process.execPath, [BENCH, ...argv], { env, encoding: 'utf8' });
}

measuring('the bench measures the memory of the service beside one that was written by hand', (t) => {
  const folder = temporaryFolder();
  const json = join(folder, 'run.json');
  const { status, stdout, stderr } = bench(['--only', 'memory', '--quick', '--json', json], folder);
  t.is(status, 0, stderr);
  t.regex(stdout, /^\| svcapi \| \d+\.?\d* \|/m);
  const { tables } = JSON.parse(readFileSync(json, 'utf8')) as Run;
  t.deepEqual(
    tables.flatMap(({ lines }) => lines.map(([service, ...megabytes]) => [service, megabytes.length])),
    [
      ['svcapi', 5],
      ['Koa by hand', 5],
    ],
  );
});

test('an unknown row is an error that names the known ones', (t) => {
  const { status, stderr } = bench(['--only', 'tyme'], temporaryFolder());
  t.is(status, 2);
  t.regex(stderr, /“tyme”.*requests, memory/);
});
