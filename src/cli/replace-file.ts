import { createHash, randomBytes } from 'node:crypto';
import { copyFile, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { retry } from '../retry.js';
import { isSystemError, reasonOf } from '../system-error.js';
import { CliError } from './cli-error.js';

/** Milliseconds before each further try to replace a file: an editor or a virus scanner on Windows holds it for a moment. */
const PAUSES = [50, 100, 150, 200, 250, 250];

/**
 * Creates or replaces a file in one step, with mode 0600: `write` fills a temporary file beside it, which is flushed to the disk
 * and renamed. A target that cannot be replaced, such as a mounted file, is overwritten. After a failure the old file is
 * unchanged, and the temporary file is gone, with what SQLite keeps beside it. A killed process leaves its temporary file, which
 * the next process removes that writes a file of any name in the folder.
 *
 * @throws {CliError} when the file cannot be written
 */
export async function replaceFile<T>(path: string, write: (temporary: string) => Promise<T>): Promise<T> {
  const target = await finalPath(path);
  const folder = dirname(target);
  const random = randomBytes(6).toString('hex');
  const temporary = join(folder, `.${basename(target)}.${MACHINE}-${process.pid}-${random}`);
  try {
    await removeAbandoned(folder);
    await (await open(temporary, 'wx', 0o600)).close();
    const result = await write(temporary);
    await flush(temporary);
    await move(temporary, target);
    await flushFolder(folder);
    return result;
  } catch (error) {
    const suffixes = ['', '-journal', '-wal', '-shm'];
    await Promise.all(suffixes.map((suffix) => rm(`${temporary}${suffix}`, { force: true }).catch(() => {})));
    throw cannotWrite(path, error);
  }
}

/** Moves the temporary file to its target, or copies it into a target that cannot be replaced. */
async function move(temporary: string, target: string): Promise<void> {
  const codeOf = (error: unknown) => (isSystemError(error) ? (error.code ?? '') : '');
  const waitAfter = (error: unknown, failed: number) =>
    ['EPERM', 'EBUSY', 'EACCES'].includes(codeOf(error)) ? PAUSES[failed] : undefined;
  try {
    await retry(() => rename(temporary, target), waitAfter, setTimeout);
  } catch (error) {
    if (codeOf(error) !== 'EBUSY') throw error;
    await copyFile(temporary, target);
    await flush(target);
    await rm(temporary);
  }
}

/** Flushes a file to the disk. Windows wants a handle that may write. */
async function flush(path: string, flags = 'r+'): Promise<void> {
  const file = await open(path, flags);
  await file.sync().finally(() => file.close());
}

/** The errors of disks and systems that cannot flush a folder: network shares, Windows. */
const NOT_FLUSHABLE = ['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'];

/** Flushes a folder to the disk, where that is possible, so that a new file in it survives a power cut. */
export async function flushFolder(path: string): Promise<void> {
  await flush(path, 'r').catch((error: unknown) => {
    if (!isSystemError(error) || !NOT_FLUSHABLE.includes(error.code ?? '')) throw error;
  });
}

/** A name for this machine or container: process ids of another one mean nothing here. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Age at which a temporary file is abandoned, wherever its process ran, in milliseconds. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

/** The name of a temporary file, or of one that SQLite keeps beside it, with the machine and the process that made it. */
const TEMPORARY = /^\..+\.([0-9a-f]{8})-(\d+)-[0-9a-f]{12}(?:-\w+)?$/;

/** Removes the temporary files of killed processes from a folder: the next file may have another name, such as that of its day. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, machine, pid] = TEMPORARY.exec(name) ?? [];
    if (machine === undefined) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    const isOld = found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AFTER;
    if (isOld || (machine === MACHINE && !isRunning(Number(pid)))) await rm(path, { force: true }).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Follows a symbolic link, so that its target is replaced. Refuses folders, devices and pipes. */
async function finalPath(path: string): Promise<string> {
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch(() => undefined);
  if (found?.isDirectory()) throw new CliError('other', `${path} is a folder; name a file in it`);
  if (found && !found.isFile()) throw new CliError('other', `${path} is not a regular file; name another one`);
  return target;
}

/** Returns an error of the system with the name of the target and the next step; other errors unchanged. */
function cannotWrite(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const next: Record<string, string> = {
    ENOENT: `the folder ${dirname(path)} does not exist; create it first`,
    ENOTDIR: `${dirname(path)} is not a folder; choose another one`,
    EACCES: `permission denied in the folder ${dirname(path)}; check its permissions`,
    EROFS: `the folder ${dirname(path)} is read-only; choose another one`,
    ENOSPC: 'the disk is full; free some space, or choose another disk',
    EDQUOT: 'your quota on the disk is used up; free some space, or choose another one',
  };
  return new CliError('other', `cannot write to ${path}: ${next[error.code ?? ''] ?? reasonOf(error)}`);
}
