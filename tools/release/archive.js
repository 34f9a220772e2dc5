import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { run } from './run.js';
import { setTimes } from './tree.js';

/**
 * Packs a folder into a .tar.xz whose bytes depend only on the contents.
 *
 * @param level of compression, 0 to 9
 * @param epoch the time of every file, in Unix seconds
 */
export function archive(folder, file, { level, epoch }) {
  const paxOption = '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime';
  const owner = ['--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`];
  const xz = `--use-compress-program=xz -${level} --threads=1`;
  const from = ['-C', dirname(folder), basename(folder)];
  run('tar', ['--sort=name', '--format=posix', paxOption, ...owner, xz, '-cf', file, ...from]);
}

/** Does so into a .zip. */
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
