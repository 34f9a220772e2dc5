import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import process from 'node:process';

// Runs the quick half of the tests on other releases of Node.js: each line that its project maintains, and the newest. These packages
// of npm hold the programs, and the package `node` would install the same. They stay in node_modules/.cache for the next run.
const VERSIONS = ['22.23.3', '24.21.0', '26.10.0'];
const FILES = 'dist/test/{domain,model,store,transfer,demo,routes,client}/**/*.test.js';
const CACHE = 'node_modules/.cache/node';

const [ava, ...args] = ['node_modules/ava/entrypoints/cli.mjs', ...process.argv.slice(2)];
const majorOf = (version) => version.split('.')[0];

let status = 0;
for (const version of VERSIONS.filter((each) => majorOf(each) !== majorOf(process.versions.node))) {
  const bin = join(CACHE, version, 'bin');
  if (!existsSync(join(bin, 'node'))) await download(version);
  process.stdout.write(`# Node.js ${version}\n`);
  const env = { ...process.env, PATH: join(process.cwd(), bin) + delimiter + process.env.PATH };
  const run = spawnSync(join(bin, 'node'), [ava, FILES, ...args], { env, stdio: 'inherit' });
  status = Math.max(status, run.status ?? 1);
}
process.exitCode = status;

/** Downloads a release of Node.js for this machine from the registry of npm. */
async function download(version) {
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, 'download-'));
  const name = `node-${process.platform}-${process.arch}`;
  succeed('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', work]);
  succeed('tar', ['xf', join(work, `${name}-${version}.tgz`), '-C', work]);
  await rename(join(work, 'package'), join(CACHE, version));
  await rm(work, { recursive: true });
}

function succeed(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`, { cause: error });
}
