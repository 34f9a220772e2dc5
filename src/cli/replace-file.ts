import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { CliError } from './cli-error.js';

/**
 * Creates or replaces a file in one step, with mode 0600: `write` fills a temporary file beside it, which is flushed to the
 * disk and renamed. After a failure the old file is unchanged, and the temporary one is gone, with what SQLite keeps
 * beside it. A killed process leaves its
 * temporary file, which the next one removes that writes a file of any name in the folder.
 *
 * @throws {CliError} when the file cannot be written
 */
export async function replaceFile<T>(path: string, write: (temporary: string) => Promise<T>): Promise<T> {
  const target = await finalPath(path);
  const random = randomBytes(6).toString('hex');
  const temporary = join(dirname(target), `.${basename(target)}.${MACHINE}-${process.pid}-${random}`);
  try {
    await removeAbandoned(dirname(target));
    await (await open(temporary, 'wx', 0o600)).close();
    const result = await write(temporary);
    await flushToDisk(temporary);
    await rename(temporary, target);
    await flushToDisk(dirname(target));
    return result;
  } catch (error) {
    const suffixes = ['', '-journal', '-wal', '-shm'];
    await Promise.all(suffixes.map((suffix) => rm(`${temporary}${suffix}`, { force: true }).catch(() => {})));
    throw cannotWrite(path, error);
  }
}

/** A name for this machine or container: process ids of another one mean nothing here. */
export const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Age at which a temporary file is abandoned, wherever its process ran, in milliseconds. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

/** The name of a temporary file, or of one that SQLite keeps beside it, with the machine and the process that made it. */
const TEMPORARY = /^\..+\.([0-9a-f]{8})-(\d+)-[0-9a-f]{12}(?:-\w+)?$/;

/** Removes the temporary files of killed processes from a folder: the next file may have another name, such as that of its day. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const parts = TEMPORARY.exec(name);
    if (!parts) continue;
    const path = join(folder, name);
    const isDead = parts[1] === MACHINE && !isRunning(Number(parts[2]));
    if (isDead || (await ageOf(path)) > ABANDONED_AFTER) await rm(path, { force: true }).catch(() => {});
  }
}

/** Returns true if a process of this machine runs. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function ageOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found ? Date.now() - found.mtimeMs : 0;
}

/** Follows a symbolic link, so that its target is replaced. Refuses folders, devices and pipes. */
async function finalPath(path: string): Promise<string> {
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch(() => undefined);
  if (found?.isDirectory()) throw new CliError('other', `${path} is a folder; name a file in it`);
  if (found && !found.isFile()) throw new CliError('other', `${path} is not a regular file; name another one`);
  return target;
}

/** Flushes a file to the disk, or a folder, so that a new file in it survives a power cut. */
export async function flushToDisk(path: string): Promise<void> {
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
    ENOENT: `the folder ${dirname(path)} does not exist; create it first`,
    ENOTDIR: `${dirname(path)} is not a folder; choose another one`,
    EACCES: `permission denied in the folder ${dirname(path)}; check its permissions`,
    EROFS: `the folder ${dirname(path)} is read-only; choose another one`,
    ENOSPC: 'the disk is full; free some space, or choose another disk',
    EDQUOT: 'your quota on the disk is used up; free some space, or choose another one',
  };
  const reason = syscall === undefined ? undefined : next[code ?? ''];
  return reason === undefined ? error : new CliError('other', `cannot write to ${path}: ${reason}`);
}
