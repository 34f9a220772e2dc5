import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Packs a folder into a .tar.xz whose bytes depend only on the contents.
 *
 * @param level of xz, 0 to 9
 * @param epoch the time of every file, in Unix seconds
 */
export async function archive(folder, file, { level, epoch }) {
  const order = [
    '--sort=name',
    '--format=posix',
    '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime',
  ];
  const owner = ['--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`];
  const tar = spawn('tar', [...order, ...owner, '-cf', '-', '-C', dirname(folder), basename(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const xz = spawn('xz', [`-${level}`, '--threads=1', '--stdout'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ends = Promise.all([tar, xz].map((child) => once(child, 'close')));
  await Promise.all([pipeline(tar.stdout, xz.stdin), pipeline(xz.stdout, createWriteStream(file))]);
  for (const [status] of await ends) if (status !== 0) throw new Error(`${file} could not be packed.`);
}
