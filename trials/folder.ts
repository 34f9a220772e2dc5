import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../bench/environment.js';

/** Returns a new empty folder, which is removed when the process ends. */
export function newFolder(): string {
  return mkdtempSync(join(temporaryFolder, 'trial-'));
}
