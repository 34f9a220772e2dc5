import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { NODES, unpackNode, versionOf } from '../release/node-binary.js';
import { ava } from './ava.js';
import { quickSuites } from './suites.js';

/** The release that comes with the program on Linux. */
const VERSION = versionOf(NODES.linux);

/** Those whose results depend on Node.js: its SQLite, its streams and its fetch. */
const FOLDERS = ['store', 'transfer', 'client'];

/**
 * Runs tests on another release of Node.js, which stays here for the next run.
 *
 * @param args options of AVA
 * @param output where it prints
 * @returns the exit code
 */
export async function testNodes(args, output) {
  if (process.version === `v${VERSION}` || `${process.platform}-${process.arch}` !== 'linux-x64') return 0;
  const folder = join('node_modules/.cache/node', VERSION);
  if (!existsSync(join(folder, 'bin/node'))) unpackNode(NODES.linux, folder);
  output.write(`# On Node.js ${VERSION}\n`);
  const env = { PATH: join(process.cwd(), folder, 'bin') + delimiter + process.env.PATH };
  return ava([...quickSuites(FOLDERS), ...args], env, output, join(folder, 'bin/node'));
}
