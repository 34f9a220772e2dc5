import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { ava } from './ava.js';
import { quickSuites } from './suites.js';

/** A release of each line of Node.js that its project maintains, and the newest. */
const VERSIONS = ['22.23.3', '24.21.0', '26.10.0'];

/**
 * Those whose results depend on Node.js more than on its programs. Their long tests repeat what the others show, or are about a
 * browser, a compiler, a package manager or the moment of a kill.
 */
const FOLDERS = ['domain', 'model', 'store', 'transfer', 'demo', 'routes', 'client'];

/** Packages of npm hold the programs, and the package `node` would install the same. They stay here for the next run. */
const CACHE = 'node_modules/.cache/node';

const majorOf = (version) => version.split('.')[0];

/**
 * Runs tests on other releases of Node.js.
 *
 * @param args options of AVA
 * @param output where it prints
 * @returns the exit code
 */
export async function testNodes(args, output) {
  let status = 0;
  for (const version of VERSIONS.filter((each) => majorOf(each) !== majorOf(process.versions.node))) {
    const bin = join(CACHE, version, 'bin');
    if (!existsSync(join(bin, 'node'))) await download(version);
    output.write(`# On Node.js ${version}\n`);
    const env = { PATH: join(process.cwd(), bin) + delimiter + process.env.PATH };
    status = Math.max(status, await ava([...quickSuites(FOLDERS), ...args], env, output, join(bin, 'node')));
  }
  return status;
}

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
