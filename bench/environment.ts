import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout, seen from dist/bench. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The program as it is installed: one bundle. */
export const PROGRAM = join(ROOT, 'dist', 'svcapi.js');

/** A script of the bench, compiled. */
export function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** What is kept between runs: galaxies that take long to make. */
export const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'svcapi-bench');

/** What is gone when the bench ends. Not in /tmp, which may be memory: what is durable is measured here. */
export const temporaryFolder = makeTemporaryFolder();

/**
 * The environment of every process that is measured, and nothing else: no settings of whoever runs the bench, and no
 * NODE_EXTRA_CA_CERTS, which every start of Node pays for.
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
  // What a run left that was killed.
  for (const name of readdirSync(CACHE)) {
    const pid = /^run-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(CACHE, name), { recursive: true, force: true });
  }
  return folder;
}
