import { createHash, randomBytes } from 'node:crypto';
import { copyFile, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { retry } from '../retry.js';
import { isSystemError, reasonOf } from '../system-error.js';
import { CliError } from './exit-status.js';

/** Milliseconds before each retry: on Windows, editors and virus scanners briefly lock files. */
const PAUSES = [50, 100, 150, 200, 250, 250];

/**
 * Creates or replaces a file in one step, with mode 0600: `write` fills a temporary file, which is flushed and renamed.
 * A mounted file cannot be replaced, and is overwritten. After a failure, the old file is unchanged. @throws {CliError}
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

/** Windows needs a handle with write access. */
async function flush(path: string, flags = 'r+'): Promise<void> {
  const file = await open(path, flags);
  await file.sync().finally(() => file.close());
}

/** Network shares and Windows cannot flush a folder. */
const NOT_FLUSHABLE = ['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'];

/** Flushes a folder where possible, so that a new file in it survives a power cut. */
export async function flushFolder(path: string): Promise<void> {
  await flush(path, 'r').catch((error: unknown) => {
    if (!isSystemError(error) || !NOT_FLUSHABLE.includes(error.code ?? '')) throw error;
  });
}

/** The name of this machine or container: process ids of another one mean nothing here. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** In milliseconds, also for files of other machines. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

const TEMPORARY = /^\..+\.([0-9a-f]{8})-(\d+)-[0-9a-f]{12}(?:-\w+)?$/;

/** Removes files of killed processes under any name: the next file may be named after another day. */
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

async function finalPath(path: string): Promise<string> {
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch(() => undefined);
  if (found?.isDirectory()) throw new CliError('other', `${path} is a folder; name a file in it`);
  if (found && !found.isFile()) throw new CliError('other', `${path} is not a regular file; name another one`);
  return target;
}

function cannotWrite(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const next: Record<string, string> = {
    ENOENT: `the folder ${dirname(path)} does not exist; create it first`,
    ENOTDIR: `${dirname(path)} is not a folder; choose another one`,
    EACCES: `permission denied in the folder ${dirname(path)}; check its permissions`,
    EBUSY: 'another program holds the file; close that program',
    EROFS: `the folder ${dirname(path)} is read-only; choose another one`,
    ENOSPC: 'the disk is full; free some space, or choose another disk',
    EDQUOT: 'your quota on the disk is used up; free some space, or choose another one',
  };
  return new CliError('other', `cannot write to ${path}: ${next[error.code ?? ''] ?? reasonOf(error)}`);
}
