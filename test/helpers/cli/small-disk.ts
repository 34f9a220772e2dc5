import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';

/** A disk that holds 128 KiB, until the test ends. */
export function smallDisk(t: ExecutionContext): string {
  const disk = mount();
  if (disk === undefined) throw new Error('no disk can be mounted');
  t.teardown(() => unmount(disk));
  return disk;
}

/** A test that needs a disk of its own: skipped where this user may not mount one. */
export const onSmallDisk = canMount() ? test : test.skip;

function canMount(): boolean {
  const disk = mount();
  if (disk !== undefined) unmount(disk);
  return disk !== undefined;
}

function mount(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'svcapi-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder]);
  if (status === 0) return folder;
  rmdirSync(folder);
  return undefined;
}

function unmount(folder: string): void {
  spawnSync('umount', [folder]);
  rmdirSync(folder);
}
