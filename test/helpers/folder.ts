import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder that is gone when the process ends. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'svcapi-'));
  folders.push(folder);
  return folder;
}

/** A new folder for databases: in memory where there is a gigabyte, since most of the time of a small change is that of the disk. */
export function databaseFolder(): string {
  return temporaryFolder(hasRoom('/dev/shm') ? '/dev/shm' : undefined);
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}
