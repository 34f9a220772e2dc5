import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder for its owner only, with those above it, one by one: `recursive` never ends where a system reports ENOENT below
 * an existing folder (/proc).
 *
 * @throws the error of the system
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
