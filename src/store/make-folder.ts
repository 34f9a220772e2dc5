import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates folders for the owner only, one by one: `recursive` never ends where the system reports ENOENT, as in /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  // A missing drive of Windows is its own folder.
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may just have created it.
    if (!existsSync(path)) throw error;
  }
}
