import { spawnSync } from 'node:child_process';
import { constants, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** What the standard output of a program is. */
export type Output = 'a pipe' | 'a file' | 'a terminal' | 'a full disk';

/** An open standard output. */
export interface Destination {
  /** The descriptor to write to. */
  descriptor: number;
  /** The other end of a pipe. */
  reader?: Readable;
  /** What was written into a file. */
  written?: () => string;
}

/** Reports whether this machine has terminals and full disks for programs, and shows their processes. */
export const hasDestinations = (): boolean => existsSync('/dev/full') && !spawnSync('script', ['--version']).error;

/** Opens a standard output; a terminal prints to a pipe. */
export function openDestination(output: Output, home: string): Destination {
  if (output === 'a full disk') return { descriptor: openSync('/dev/full', 'w') };
  const path = join(home, '.output');
  if (output === 'a file') return { descriptor: openSync(path, 'w'), written: () => readFileSync(path, 'utf8') };
  // A pipe as a shell makes it: those of Node.js are sockets.
  const pipe = join(home, '.pipe');
  spawnSync('mkfifo', [pipe]);
  const reader = new Socket({
    fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK),
    ...{ readable: true, writable: false },
  });
  const descriptor = openSync(pipe, 'w');
  rmSync(pipe);
  return { descriptor, reader };
}
