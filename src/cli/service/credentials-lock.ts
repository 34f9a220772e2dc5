import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';
import { isRunning, MACHINE } from '../replace-file.js';

/** Milliseconds between two attempts. */
const PAUSE = 100;

/** The longest wait for another process in milliseconds; it may be waiting for its service. */
const MAX_WAIT = 90_000;

/** Age in milliseconds at which a lock is abandoned, wherever its process ran. */
const ABANDONED_AFTER = 5 * 60_000;

/**
 * Works while no other process changes a file: a lock file stands beside it meanwhile. That of a killed process is removed.
 *
 * Two processes that remove an abandoned lock at the same moment may both go on. They replace the file as a whole, and a
 * service accepts a refresh token twice within a minute.
 *
 * @throws {CliError} when the lock cannot be made, or another process keeps it
 */
export async function withLock<T>(context: Context, path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  for (let waited = 0; !(await take(lock)); waited += PAUSE) {
    if (waited >= MAX_WAIT)
      throw new CliError('other', `another svcapi is changing ${path}; try again, or remove ${lock} if none runs`);
    if (await isAbandoned(lock)) await rm(lock, { force: true });
    else await context.io.sleep(PAUSE);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Makes the lock; returns false if there is one. */
async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${MACHINE} ${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new CliError(
      'other',
      `the token cannot be stored: ${message}; set XDG_CONFIG_HOME to a folder that you can write to`,
    );
  }
}

async function isAbandoned(lock: string): Promise<boolean> {
  const [content, found] = await Promise.all([
    readFile(lock, 'utf8').catch(() => ''),
    stat(lock).catch(() => undefined),
  ]);
  const [, machine, pid] = /^([0-9a-f]+) (\d+)\n$/.exec(content) ?? [];
  if (machine === MACHINE && !isRunning(Number(pid))) return true;
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AFTER;
}
