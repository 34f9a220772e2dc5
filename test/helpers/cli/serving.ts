import type { ExecutionContext } from 'ava';
import type { InterruptSignal } from '../../../src/cli/exit-status.js';
import { until } from '../until.js';
import { Kept, runIo } from './run.js';

/** `svcapi serve` in this process, for tests of other things than the process: it starts in a fraction of a program's time. */
export type Serving = Awaited<ReturnType<typeof serve>>;

/**
 * Starts a service that ends with the test.
 *
 * @param options waits until `last` is printed; the clock is in Unix milliseconds
 */
export async function serve(
  t: Pick<ExecutionContext, 'teardown'>,
  argv: readonly string[],
  {
    last = /listens on/,
    env = {},
    now = Date.now,
  }: { last?: RegExp; env?: Record<string, string>; now?: () => number } = {},
) {
  const listeners = new Set<(signal: InterruptSignal) => void>();
  const [stdout, stderr] = [new Kept(), new Kept()];
  let hasEnded = false;
  const ended = runIo(['serve', ...argv], {
    ...{ stdout, stderr, now },
    env: { HOME: '/nonexistent', SVCAPI_PORT: '0', SVCAPI_LOG_LEVEL: 'silent', ...env },
    onInterrupt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  }).finally(() => {
    hasEnded = true;
  });
  const stop = (signal: InterruptSignal = 'SIGTERM') => {
    for (const listener of listeners) listener(signal);
    return ended.then(({ code }) => code);
  };
  t.teardown(() => stop());
  await until(() => hasEnded || last.test(stdout.text), { what: `${last} is printed` });
  const [, url] = /listens on (\S+)/.exec(stdout.text) ?? [];
  if (url === undefined) throw new Error(`it does not listen: ${stderr.text}`);
  const [, token = ''] = /TOKEN=(\S+)/.exec(stdout.text) ?? [];
  return {
    /** `token` is the one that it has printed for its demo galaxy; `stop` sends a signal, and returns the exit code. */
    ...{ url, token, stdout, stderr, stop },
    /** Sends a GET request below `/ws/v2.0`. */
    get: (path: string, bearer = token) =>
      fetch(`${url}/ws/v2.0${path}`, { headers: { Authorization: `Bearer ${bearer}` } }),
  };
}
