import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The bundled program, as it is installed. */
export const PROGRAM = join(ROOT, 'dist', 'svcapi.cjs');

/** The package of the programs to compare with, which are not part of the product. */
export const TOOLS = join(ROOT, 'bench');

/** Returns the path of a compiled script of the bench. */
export function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** The parent of the temporary folders. */
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'svcapi-bench');

/** A folder that is removed at the end. It is not in /tmp, which may be memory: durable writes are measured here. */
export const temporaryFolder = makeTemporaryFolder();

/**
 * The whole environment of every measured process: no settings of the user, and no NODE_EXTRA_CA_CERTS, which slows down every
 * start of Node.
 */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  HOME: temporaryFolder,
  LANG: 'C.UTF-8',
  NODE_ENV: 'production',
};

function makeTemporaryFolder(): string {
  const folder = join(CACHE, `run-${process.pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Removes the folders of runs that were killed.
  for (const name of readdirSync(CACHE)) {
    const pid = /^run-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(CACHE, name), { recursive: true, force: true });
  }
  return folder;
}
