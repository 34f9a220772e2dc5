import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { baseFolder } from '../../settings.js';
import { makeFolder } from '../../store/make-folder.js';
import type { Context } from '../context.js';

/** The permission bits of everybody but the owner. */
const OTHERS = 0o077;

/** Returns the path of the folder of kept answers. */
export function answerFolder({ io }: Context): string {
  return join(baseFolder(io.env, 'XDG_CACHE_HOME', '.cache'), 'svcapi', 'answers');
}

/**
 * Makes the folder of kept answers, for its owner only. A home that does not exist is not made.
 *
 * @throws if it cannot be made, or belongs to somebody else, who could have put answers into it
 */
export function openAnswerFolder(context: Context): string {
  const path = answerFolder(context);
  const home = dirname(dirname(dirname(path)));
  if (!existsSync(home)) throw new Error(`there is no ${home}`);
  makeFolder(path);
  const { uid, mode } = lstatSync(path);
  const user = process.getuid?.();
  if (user !== undefined && uid !== user) throw new Error(`${path} belongs to another user`);
  if (user !== undefined && (mode & OTHERS) !== 0) chmodSync(path, 0o700);
  return path;
}

/**
 * Removes all kept answers. It takes the folder away first, so that a command that runs meanwhile keeps no more of them.
 *
 * @throws if they cannot be removed
 */
export async function removeAnswers(context: Context): Promise<void> {
  const path = answerFolder(context);
  const start = `${basename(path)}.`;
  await rename(path, `${path}.${randomBytes(6).toString('hex')}`).catch(ignoreMissing);
  const names = (await readdir(dirname(path)).catch(ignoreMissing)) ?? [];
  for (const name of names.filter((name) => name.startsWith(start))) {
    await rm(join(dirname(path), name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
