import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { needs } from '../needs.js';

/** A disk that holds 128 KiB, or another size, until the test ends. */
export function smallDisk(t: ExecutionContext, size = '128k'): string {
  const disk = mount(size);
  if (disk === undefined) throw new Error('no disk can be mounted');
  t.teardown(() => unmount(disk));
  return disk;
}

/** Changes the size of such a disk. */
export function resizeDisk(disk: string, size: string): void {
  spawnSync('mount', ['-o', `remount,size=${size}`, disk]);
}

/** A test that needs a disk of its own: skipped where this user may not mount one. */
export const onSmallDisk = needs('root and a mount', canMount());

function canMount(): boolean {
  const disk = mount('128k');
  if (disk !== undefined) unmount(disk);
  return disk !== undefined;
}

function mount(size: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'svcapi-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  if (status === 0) return folder;
  rmdirSync(folder);
  return undefined;
}

function unmount(folder: string): void {
  // SQLite lets go of a file of this process when its statements are collected.
  spawnSync('umount', ['--lazy', folder]);
  rmdirSync(folder);
}
