import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { addNode, NODES } from './node-binary.js';
import { run } from './run.js';
import { installProgram, setModes, setTimes } from './tree.js';

/** Starts the program with the Node.js below it, wherever the folder is. */
const START = '@"%~dp0lib\\node.exe" "%~dp0lib\\svcapi\\dist\\svcapi.cjs" %*\r\n';

/**
 * Builds the folder of the program for Windows: svcapi.cmd, and lib/ with Node.js and the program.
 *
 * @param tarball the package of the program
 * @param work a folder for what is downloaded
 */
export async function buildWindowsTree(tree, tarball, work) {
  const lib = join(tree, 'lib');
  const program = join(lib, 'svcapi');
  await mkdir(program, { recursive: true });
  await installProgram(program, tarball, 'win32-x64');
  await addNode(NODES.windows, lib, work);
  await rm(join(program, 'man'), { recursive: true });
  await writeFile(join(tree, 'svcapi.cmd'), START);
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md']) await copyFile(join(program, name), join(tree, name));
  await setModes(tree);
}

/**
 * Packs a folder into a .zip whose bytes depend only on the contents.
 *
 * @param level the level of compression, 0 to 9
 * @param epoch the time of every file, in Unix seconds
 */
export async function zip(tree, file, { level, epoch }) {
  await setTimes(tree, epoch);
  const files = (await readdir(tree, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(basename(tree), relative(tree, join(entry.parentPath, entry.name))))
    .sort();
  // The times of a zip are local ones.
  const env = { ...process.env, TZ: 'UTC' };
  const stdio = ['pipe', 'pipe', 'inherit'];
  run('zip', ['-X', '-q', `-${level}`, file, '-@'], { cwd: dirname(tree), env, stdio, input: files.join('\n') });
}
