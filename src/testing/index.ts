import { resolve } from 'node:path';
import type { ClockState, RecordedRequest } from '../sandbox/shown.js';
import { ServerThread } from './server-thread.js';
import { threadFile } from './thread-file.js';
import type {
  Fault,
  FaultHandle,
  GalaxyRecord,
  RequestFilter,
  RouteName,
  Server,
  Snapshot,
  StartOptions,
  Time,
  TokenRequest,
} from './types.js';

export type { ClockState, RecordedRequest } from '../sandbox/shown.js';
export type * from './declared-names.js';
export type * from './types.js';

/**
 * Starts a service with a demo galaxy in memory, on a free port of loopback, in a thread of its own: timers and modules that
 * tests replace are not its own.
 *
 * @throws {TypeError} for an option that cannot be; the message says why
 */
export async function startServer(options: StartOptions = {}): Promise<Server> {
  const { now, seed, size, token: chosen, settings = {}, log, logLevel = log ? 'info' : 'silent' } = options;
  const galaxy = { now: now === undefined ? undefined : readTime(now), seed, size, token: chosen };
  const { thread, url, token } = await ServerThread.start(threadFile, { galaxy, settings, logLevel }, log);
  const clock = (input?: object) => thread.callNow('clock', input) as ClockState;
  const close = () => thread.end();
  return {
    url,
    token,
    clock: {
      get now() {
        return clock().now;
      },
      state: () => clock(),
      set: (time: Time) => clock({ set: readTime(time) }),
      advance: (span: string | number) => clock({ advance: span }),
      run: () => clock({ running: true }),
      stop: () => clock({ running: false }),
    },
    fail<Route extends RouteName | '*'>(route: Route, fault: Fault<Route>): FaultHandle {
      const { id } = thread.callNow('fail', { route, ...fault }) as { id: number };
      const stop = () => void thread.callNow('heal', id);
      return { stop, [Symbol.dispose]: stop };
    },
    heal: () => void thread.callNow('heal'),
    requests: (filter: RequestFilter = {}) => thread.callNow('requests', filter) as RecordedRequest[],
    async createToken(request: TokenRequest): Promise<string> {
      const made = (await thread.call('token', request)) as { token: string };
      return made.token;
    },
    async snapshot(): Promise<Snapshot> {
      const { snapshot } = (await thread.call('snapshot')) as { snapshot: string };
      return { snapshot, drop: async () => void (await thread.call('drop', snapshot)) };
    },
    reset: async (to?: Snapshot) => void (await thread.call('reset', to ? { snapshot: to.snapshot } : {})),
    async load(records: string | readonly GalaxyRecord[]): Promise<number> {
      const loaded = await (typeof records === 'string'
        ? thread.call('loadFile', resolve(records))
        : thread.call('load', { records }));
      return (loaded as { records: number }).records;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function readTime(time: Time): string | number {
  return typeof time === 'object' ? time.toISOString() : time;
}
