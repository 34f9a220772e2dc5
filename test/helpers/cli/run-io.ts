import { Readable } from 'node:stream';
import type { Io } from '../../../src/cli/io.js';
import { main } from '../../../src/cli/main.js';
import { NOW } from '../galaxy.js';
import { Kept, type Ran } from './run.js';

/** Runs a command line with parts of its surroundings replaced, and returns the output on its own streams. */
export async function runIo(argv: readonly string[], io: Partial<Io>): Promise<Ran> {
  const [stdout, stderr] = [new Kept(), new Kept()];
  const code = await main(argv, {
    ...{
      stdin: Readable.from([]),
      stdout,
      stderr,
      env: { LANG: 'C.UTF-8' },
      cwd: '/nonexistent',
      now: () => NOW * 1000,
    },
    onInterrupt: () => () => {},
    interrupt: () => {},
    sleep: () => Promise.resolve(),
    ...io,
  });
  const text = (stream: unknown) => (stream instanceof Kept ? stream.text : '');
  return { code, stdout: text(io.stdout ?? stdout), stderr: text(io.stderr ?? stderr) };
}

/** Returns a clock that moves by so many milliseconds on each call. */
export function hurriedClock(step: number): () => number {
  let now = NOW * 1000;
  return () => {
    now += step;
    return now;
  };
}
