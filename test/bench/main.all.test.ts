import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { temporaryFolder } from '../helpers/folder.js';
import { needs } from '../helpers/needs.js';

const BENCH = fileURLToPath(new URL('../../bench/main.js', import.meta.url));
const isPossible = existsSync('/proc/self/stat') && !spawnSync('wrk', ['--version']).error;

/** Runs the bench with a separate folder for databases. */
function bench(...argv: string[]) {
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: temporaryFolder() };
  return spawnSync(process.execPath, [BENCH, ...argv], { env, encoding: 'utf8' });
}

needs('/proc and wrk', isPossible)('the bench measures a row beside a service by hand', (t) => {
  const { status, stdout, stderr } = bench('--only', 'memory', '--quick');
  t.is(status, 0, stderr);
  t.regex(stdout, /^\| svcapi( \| \d+(\.\d+)?){5} \|\n\| Koa by hand( \| \d+(\.\d+)?){5} \|$/m);
});

test('an unknown row is an error that names the known ones', (t) => {
  const { status, stderr } = bench('--only', 'tyme');
  t.is(status, 2);
  t.regex(stderr, /“tyme”.*requests, unchanged, memory/);
});
