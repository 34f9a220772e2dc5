import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { InterruptSignal } from '../../../src/cli/exit-status.js';
import type { Io } from '../../../src/cli/io.js';
import { until } from '../until.js';
import { Kept, runIo } from './run.js';

/** Runs `svcapi import --follow -` on a database. Each wait ends at once, unless `io` says otherwise. */
export function openPipe(database: string, argv: readonly string[] = [], io: Partial<Io> = {}) {
  const [stdin, stdout, stderr] = [new PassThrough(), new Kept(), new Kept()];
  let listens: (listener: (signal: InterruptSignal) => void) => void;
  const listening = new Promise<(signal: InterruptSignal) => void>((resolve) => {
    listens = resolve;
  });
  const ended = runIo(['import', '--follow', '-', ...argv], {
    ...{ stdin, stdout, stderr, env: { SVCAPI_DATABASE: database, HOME: '/nonexistent' } },
    // Promises alone would leave no turn to anything else.
    sleep: () => setImmediate(),
    onInterrupt(listener) {
      listens(listener);
      return () => {};
    },
    ...io,
  });
  return {
    stdin,
    stdout,
    stderr,
    /** Writes records, one a line; texts are lines as they are. */
    send: (...records: (object | string)[]) =>
      void stdin.write(records.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('')),
    /** Waits for a line of standard output. */
    prints: (line: string) =>
      until(() => stdout.text.split('\n').includes(line), { what: `${line} is printed: ${stdout.text}${stderr.text}` }),
    /** Sends a signal, as soon as the command listens. */
    interrupt: async (signal: InterruptSignal) => (await listening)(signal),
    /** Ends the input, behind a last line if there is one, and returns the exit code. */
    async close(last = '') {
      stdin.end(last);
      return (await ended).code;
    },
    ended,
  };
}
