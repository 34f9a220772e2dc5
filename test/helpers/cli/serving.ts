import type { ExecutionContext } from 'ava';
import type { InterruptSignal } from '../../../src/cli/exit-status.js';
import { until } from '../until.js';
import { Kept, runIo } from './run.js';

/** `svcapi serve` in this process, for tests of other things than the process: it starts in a fraction of a program's time. */
export interface Serving {
  url: string;
  /** The token that it has printed for its demo galaxy. */
  token: string;
  stdout: Kept;
  stderr: Kept;
  /** Sends a GET request below `/ws/v2.0`. */
  get(path: string, token?: string): Promise<Response>;
  /** Sends a signal. @returns the exit code */
  stop(signal?: InterruptSignal): Promise<number>;
}

export interface ServingOptions {
  /** Waits until this is printed. */
  last?: RegExp;
  env?: Record<string, string>;
  /** Unix milliseconds. */
  now?: () => number;
}

/** Starts a service that ends with the test. */
export async function serve(
  t: Pick<ExecutionContext, 'teardown'>,
  argv: readonly string[],
  { last = /listens on/, env = {}, now = Date.now }: ServingOptions = {},
): Promise<Serving> {
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
    ...{ url, token, stdout, stderr, stop },
    get: (path, bearer = token) => fetch(`${url}/ws/v2.0${path}`, { headers: { Authorization: `Bearer ${bearer}` } }),
  };
}
