import { Readable } from 'node:stream';
import { main } from '../../../src/cli/main.js';
import { NOW } from '../galaxy.js';
import { Kept, type Ran } from './run.js';

/** Runs a command line that Ctrl-C reaches as soon as it listens for that. */
export async function runInterrupted(argv: readonly string[], cwd: string): Promise<Ran> {
  const [stdout, stderr] = [new Kept(), new Kept()];
  const code = await main(argv, {
    stdin: Readable.from([]),
    stdout,
    stderr,
    env: { HOME: '/nonexistent' },
    cwd,
    now: () => NOW * 1000,
    onInterrupt(listener) {
      queueMicrotask(() => listener('SIGINT'));
      return () => {};
    },
    interrupt: () => {},
    sleep: () => Promise.resolve(),
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}
