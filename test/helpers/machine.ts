import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, startProcess } from './cli/program.js';
import { temporaryFolder } from './folder.js';

/**
 * A copy of this machine, which packages can be installed in: an overlay of its file system, so that what is written in the copy
 * stays there. It lasts from one command to the next; its processes do not.
 */
export class Machine {
  /** A folder that the copy sees as /mnt. */
  readonly shared = temporaryFolder();
  readonly #folder = temporaryFolder();

  constructor() {
    for (const name of ['upper', 'work', 'root']) mkdirSync(join(this.#folder, name));
  }

  /** Runs a script of the shell in the copy as root, without input. Its first failure ends it. */
  run(script: string): Promise<Ended> {
    const at = (name: string) => join(this.#folder, name);
    const enter = [
      `mount -t overlay overlay -o lowerdir=/,upperdir=${at('upper')},workdir=${at('work')} ${at('root')}`,
      `mount --rbind /dev ${at('root')}/dev`,
      `mount -t proc proc ${at('root')}/proc`,
      `mount --bind ${this.shared} ${at('root')}/mnt`,
      `exec chroot ${at('root')} /bin/sh -ec "$1"`,
    ].join(' && ');
    const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, 'sh', script];
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', HOME: '/root' };
    return startProcess(['unshare', ...args], { env }).ended;
  }
}

/** Reports whether this machine can be copied: by root, on Linux, where overlays may be mounted. */
export async function canCopyMachine(): Promise<boolean> {
  return process.platform === 'linux' && process.getuid?.() === 0 && (await new Machine().run('true')).code === 0;
}
