import { resolve } from 'node:path';
import type { ClockState, RecordedRequest, ShownFault } from '../sandbox/shown.js';
import { plainTime, ServerClock } from './server-clock.js';
import { ServerThread } from './server-thread.js';
import { InvalidOptionError } from './testing-error.js';
import { threadFile } from './thread-file.js';
import type {
  Fault,
  FaultHandle,
  GalaxyRecord,
  RequestFilter,
  RouteName,
  Server,
  SignIn,
  SignInRequest,
  Snapshot,
  StartOptions,
  TokenRequest,
  Verification,
  WaitFilter,
} from './types.js';

export type { ClockState, RecordedRequest, ShownFault } from '../sandbox/shown.js';
export type * from './declared-names.js';
export * from './testing-error.js';
export type * from './types.js';

/**
 * Starts a service with a demo galaxy in memory, on a free port of loopback, in a thread of its own: timers and modules that
 * tests replace are not its own.
 *
 * @throws {InvalidOptionError} for an option that cannot be; the message says why
 * @throws {ServerStartError} when it does not start for another reason
 */
export async function startServer(options: StartOptions = {}): Promise<Server> {
  const { log, now, logLevel = log ? 'info' : 'silent', ...rest } = options;
  if (log !== undefined && typeof log !== 'function') throw new InvalidOptionError('log: expected a function');
  const given = { ...rest, logLevel, ...(now !== undefined && { now: plainTime(now) }) };
  const { thread, url, token } = await ServerThread.start(threadFile, given, log);
  const clock = new ServerClock({
    now: () => thread.callNow('now') as number,
    change: (input) => thread.callNow('clock', input) as ClockState,
  });
  const snapshots = new WeakSet<Snapshot>();
  const close = () => thread.close().finally(() => clock.wake());
  return {
    url,
    token,
    clock,
    fail<Route extends RouteName | '*'>(route: Route, fault: Fault<Route>): FaultHandle {
      // A text would be spread to its letters.
      const input = typeof fault === 'object' ? { route, ...fault } : fault;
      const { id } = thread.callNow('fail', input) as { id: number };
      const stop = () => void thread.callNow('heal', id);
      return {
        get strikes() {
          return thread.callNow('strikes', id) as number;
        },
        stop,
        [Symbol.dispose]: stop,
      };
    },
    heal: () => void thread.callNow('heal'),
    faults: () => thread.callNow('faults') as ShownFault[],
    requests: Object.assign((filter: RequestFilter = {}) => thread.callNow('requests', filter) as RecordedRequest[], {
      waitFor: async (filter: WaitFilter = {}) => (await thread.call('waitFor', filter)) as RecordedRequest,
      clear: () => void thread.callNow('clearRequests'),
    }),
    verify: (call: Verification) => (thread.callNow('verify', call) as { requests: number }).requests,
    async createToken(request: TokenRequest): Promise<string> {
      const made = (await thread.call('token', request)) as { token: string };
      return made.token;
    },
    createSignIn: async (request: SignInRequest) => (await thread.call('signIn', request)) as SignIn,
    async snapshot(): Promise<Snapshot> {
      const { snapshot } = (await thread.call('snapshot')) as { snapshot: string };
      const taken = { snapshot, drop: async () => void (await thread.call('drop', snapshot)) };
      snapshots.add(taken);
      return taken;
    },
    async reset(to?: Snapshot): Promise<void> {
      if (to !== undefined && !snapshots.has(to)) {
        throw new InvalidOptionError('reset: expected what snapshot() of this server returned, or nothing');
      }
      await thread.call('reset', to && { snapshot: to.snapshot });
      clock.wake();
    },
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
