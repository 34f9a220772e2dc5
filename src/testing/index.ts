import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClockState, RecordedRequest, ShownFault } from '../sandbox/shown.js';
import { ClientClock } from './client-clock.js';
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
  Time,
  TokenRequest,
  VerifyFilter,
  WaitFilter,
} from './types.js';

export type { ClockState, RecordedRequest, ShownFault } from '../sandbox/shown.js';
export type * from './types.js';

/** A wrong option, or a server that cannot do it or has ended; the message says why. */
export class TestingError extends Error {
  override readonly name = 'TestingError';
}

/** Requests that did not come in as a test expects. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
}

/** Tests can replace the global function. */
const { fetch } = globalThis;

/** Set by the bundler. */
declare const SVCAPI_TESTING_SERVICE: string | undefined;

const SERVICE = join(
  import.meta.dirname,
  typeof SVCAPI_TESTING_SERVICE === 'string' ? SVCAPI_TESTING_SERVICE : 'service.js',
);

/** The HTTP status of an expectation that is not met. */
const NOT_RECEIVED = 409;

/** Starts a service with a demo galaxy on loopback, in a separate process that mocks do not reach and that ends with the test. */
export async function startServer(options: StartOptions = {}): Promise<Server> {
  const { service, url, token } = await startService(options);
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method, ...(body && { headers, body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/sandbox${path}`, init).catch((cause: unknown) => {
      throw new TestingError('the server does not answer: it was closed, or has ended', { cause });
    });
    const answer = (await response.json()) as T & { error_message?: string };
    if (response.ok) return answer;
    const message = answer.error_message ?? `the server answers ${response.status} to ${method} /sandbox${path}`;
    throw new (response.status === NOT_RECEIVED ? AssertionError : TestingError)(message);
  }
  const clock = new ClientClock();
  const moved = async (method: string, path: string, body?: object) =>
    clock.update(await call<ClockState>(method, path, body));
  await moved('GET', '/clock');
  const close = async () => {
    if (service.exitCode !== null || service.signalCode !== null) return;
    service.ref();
    const ended = once(service, 'exit');
    if (service.connected) service.disconnect();
    await ended;
  };
  const requests = async (filter: RequestFilter = {}) =>
    (await call<{ requests: RecordedRequest[] }>('POST', '/requests', filter)).requests;
  return {
    url,
    token,
    clock: {
      now: clock.now,
      sleep: clock.sleep,
      state: () => moved('GET', '/clock'),
      set: (time) => moved('POST', '/clock', { set: plain(time) }),
      advance: (span) => moved('POST', '/clock', { advance: span }),
      run: () => moved('POST', '/clock', { running: true }),
      stop: () => moved('POST', '/clock', { running: false }),
    },
    async inject(route: RouteName | '*', fault: Fault): Promise<FaultHandle> {
      const { id } = await call<ShownFault>('POST', '/faults', { route, ...fault });
      const remove = async () => void (await call('DELETE', `/faults/${id}`));
      const hits = async () => (await call<ShownFault>('GET', `/faults/${id}`)).hits;
      return { hits, remove, [Symbol.asyncDispose]: remove };
    },
    removeFaults: async () => void (await call('DELETE', '/faults')),
    faults: async () => (await call<{ faults: ShownFault[] }>('GET', '/faults')).faults,
    requests: Object.assign(requests, {
      waitFor: (filter: WaitFilter = {}) => call<RecordedRequest>('POST', '/requests/wait', filter),
      clear: async () => void (await call('DELETE', '/requests')),
    }),
    verify: async (filter: VerifyFilter = {}) => void (await call('POST', '/requests/verify', filter)),
    createToken: async (request: TokenRequest) => (await call<{ token: string }>('POST', '/tokens', request)).token,
    createSignIn: (request: SignInRequest) => call<SignIn>('POST', '/sign-ins', request),
    async snapshot(): Promise<Snapshot> {
      const { snapshot } = await call<{ snapshot: string }>('POST', '/snapshots', {});
      return { snapshot, drop: async () => void (await call('DELETE', `/snapshots/${snapshot}`)) };
    },
    reset: async (to) => void (await moved('POST', '/reset', to ? { snapshot: to.snapshot } : {})),
    async load(given: string | readonly GalaxyRecord[]): Promise<number> {
      const records = typeof given === 'string' ? recordsIn(await readFile(given, 'utf8')) : given;
      return (await call<{ records: number }>('POST', '/records', { records })).records;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Started {
  service: ChildProcess;
  url: string;
  token: string;
}

function startService({ log, now, logLevel = log ? 'info' : 'silent', ...rest }: StartOptions): Promise<Started> {
  return new Promise((resolve, reject) => {
    // Neither loaders nor variables of the tests change the service.
    const service = fork(SERVICE, [], { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const refuse = (problem: string) => {
      service.kill();
      reject(new TestingError(problem));
    };
    service.once('error', ({ message }) => refuse(message));
    service.once('exit', (code) => refuse(`the service has ended with ${code}`));
    service.on('message', ({ line, problem, url, token }: Record<string, string>) => {
      if (line !== undefined) return log?.(line);
      if (problem !== undefined) return refuse(problem);
      resolve({ service, url: url as string, token: token as string });
      // The service does not keep the process of the test alive.
      service.unref();
      service.channel?.unref();
    });
    service.send({ ...rest, logLevel, ...(now !== undefined && { now: plain(now) }) });
  });
}

function plain(time: Time): string | number {
  return time instanceof Date ? Math.floor(time.getTime() / 1000) : time;
}

function recordsIn(ndjson: string): GalaxyRecord[] {
  return ndjson.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));
}
