import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CliError } from './cli-error.js';

/**
 * Makes a file that is there as a whole or not at all, for its owner only: the work fills an empty file beside it, which
 * takes its place in one step once it is on the disk. What fails leaves nothing behind.
 *
 * @throws {CliError} when the file cannot be made there, or the disk is full
 */
export async function replaceFile<T>(path: string, work: (temporary: string) => Promise<T>): Promise<T> {
  const target = await finalPath(path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}`);
  try {
    await (await open(temporary, 'wx', 0o600)).close();
    const result = await work(temporary);
    await sync(temporary);
    await rename(temporary, target);
    await sync(dirname(target));
    return result;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw cannotWrite(path, error);
  }
}

/** A link stays one: what it leads to is replaced. A device or a pipe must never be. */
async function finalPath(path: string): Promise<string> {
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch(() => undefined);
  if (found?.isDirectory()) throw new CliError('other', `${path} is a folder; name a file in it`);
  if (found && !found.isFile()) throw new CliError('other', `${path} is not a regular file; name another one`);
  return target;
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function cannotWrite(path: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const next: Record<string, string> = {
    ENOENT: `the folder ${dirname(path)} does not exist; make it first`,
    ENOTDIR: `${dirname(path)} is not a folder; choose another one`,
    EACCES: `the folder ${dirname(path)} cannot be written to; check its permissions`,
    EROFS: `the folder ${dirname(path)} is read-only; choose another one`,
    ENOSPC: 'the disk is full; free some space, or choose another disk',
    EDQUOT: 'there is no room left for you on the disk; make some, or choose another one',
  };
  const reason = syscall === undefined ? undefined : next[code ?? ''];
  return reason === undefined ? error : new CliError('other', `${path} cannot be written: ${reason}`);
}
