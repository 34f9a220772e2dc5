import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { ava } from './ava.js';
import { quickSuites } from './suites.js';

/** The newest release that its project maintains for years. */
const VERSION = '24.21.0';

/** Those whose results depend on Node.js: its SQLite, its streams and its fetch. */
const FOLDERS = ['store', 'transfer', 'client'];

/** Packages of npm hold the programs, and the package `node` would install the same. They stay here for the next run. */
const CACHE = 'node_modules/.cache/node';

/**
 * Runs tests on another release of Node.js.
 *
 * @param args options of AVA
 * @param output where it prints
 * @returns the exit code
 */
export async function testNodes(args, output) {
  if (process.version === `v${VERSION}`) return 0;
  const bin = join(CACHE, VERSION, 'bin');
  if (!existsSync(join(bin, 'node'))) await download();
  output.write(`# On Node.js ${VERSION}\n`);
  const env = { PATH: join(process.cwd(), bin) + delimiter + process.env.PATH };
  return ava([...quickSuites(FOLDERS), ...args], env, output, join(bin, 'node'));
}

/** Downloads the release for this machine from the registry of npm. */
async function download() {
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, 'download-'));
  const name = `node-${process.platform}-${process.arch}`;
  succeed('npm', ['pack', `${name}@${VERSION}`, '--silent', '--pack-destination', work]);
  succeed('tar', ['xf', join(work, `${name}-${VERSION}.tgz`), '-C', work]);
  await rename(join(work, 'package'), join(CACHE, VERSION));
  await rm(work, { recursive: true });
}

function succeed(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`, { cause: error });
}
