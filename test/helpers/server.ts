import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import type { ExecutionContext, Macro } from 'ava';
import test from 'ava';
import { startOptions } from '../../src/cli/host/start-options.js';
import { createLog } from '../../src/server/log.js';
import type { RedisAddress } from '../../src/server/rate-limit/redis-counters.js';
import type { Services } from '../../src/server/services.js';
import { type StartOptions, start } from '../../src/server/start.js';
import { settingsOf } from '../../src/settings/index.js';
import { givenSettings } from '../../src/settings/read.js';
import type { Store } from '../../src/store/store.js';
import { newDatabase, openTestStore } from './database.js';
import { loadGalaxy, NOW, tokenFor } from './galaxy.js';

/** A server on a port of its own, with the small galaxy on a real database: SQLite, or what the tests run on. */
export interface Server {
  url: string;
  store: Store;
  /** A token of Hana (1:1) with every permission. */
  token: string;
  /** Sends a request below `/ws/v2.0`, with Hana's token unless the headers say otherwise. */
  call(path: string, init?: RequestInit): Promise<Answer>;
  /** The clock of the server, in Unix milliseconds: tests move it themselves. */
  time: { now: number };
  /** Every line of the log so far. */
  log: string[];
  close(): Promise<boolean>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON envelope; absent for XML. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

export interface ServerSetup extends Partial<StartOptions> {
  /** A database that is not the server's own. */
  database?: string;
  /** Starts without a galaxy. */
  empty?: boolean;
  adapt?: (services: Services) => Services;
}

/** Time limits of connections that no test reaches, however slow the machine is, and no wait when a server closes. */
const FAR = 3_600_000;
const PATIENT = { headersTimeout: FAR, requestTimeout: FAR, idleTimeout: FAR, closingGrace: 0 };

/** The default settings, on a free port, without metrics, and with cheap passwords. All clients of a test share an address, so it has no limits. */
export const defaults: StartOptions = {
  ...startOptions(givenSettings(settingsOf('serve'))),
  port: 0,
  // To render the page takes longer than all requests of most tests.
  preload: false,
  metricsPort: 'off',
  maxConnectionsPerAddress: 1e6,
  limits: PATIENT,
  // A client that is held up would find its connection closed.
  keepAliveTimeout: FAR,
  passwordCost: { ln: 10, r: 8, p: 1 },
};

/** A place of a server's own in the Redis that a run of the tests counts in; tools/test/postgres.js names it. */
function sharedRedis(): RedisAddress | undefined {
  const { SVCAPI_TEST_COUNTERS: url, SVCAPI_TEST_COUNTERS_PREFIX: prefix } = process.env;
  return url === undefined ? undefined : { url, prefix: `${prefix}${randomUUID()}:` };
}

/** Starts a server; the caller closes it. */
export async function startServer({ database, empty = false, adapt, ...options }: ServerSetup = {}): Promise<Server> {
  const own = database === undefined ? await newDatabase(!empty) : undefined;
  const store = await openTestStore(database ?? own?.address ?? '');
  if (!empty && (await store.metadata.isEmpty())) await loadGalaxy(store);
  const token = empty ? '' : await tokenFor(store, '1:1');
  const time = { now: NOW * 1000 };
  const log: string[] = [];
  const logger = createLog(
    'trace',
    new Writable({
      write(chunk, _encoding, done) {
        log.push(...String(chunk).split(/(?<=\n)/));
        done();
      },
    }),
  );
  const listening = await start(
    store,
    logger,
    { ...defaults, redis: sharedRedis(), ...options },
    () => time.now,
    adapt,
  );
  const url = `${listening.url}/ws/v2.0`;
  return {
    url,
    store,
    token,
    time,
    log,
    call: (path, init = {}) =>
      call(url + path, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } }),
    async close() {
      const inTime = await listening.close();
      await store.close();
      await own?.release();
      return inTime;
    },
  };
}

/** Sends a request and reads the whole answer. */
export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** A form body for a request. */
export function form(fields: Record<string, string | number>): RequestInit {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
  return { method: 'POST', body };
}

/** Returns the status of each answer. */
export const statusesOf = (answers: readonly ({ status: number } | undefined)[]) => answers.map((each) => each?.status);

type Work = (t: ExecutionContext, server: Server) => Promise<void> | void;

/** Returns a macro for tests with a server of their own: `test('title', serverWith({ rateLimit: 1 }), async (t, server) => …)`. */
export const serverWith = (setup: ServerSetup): Macro<[Work, ServerSetup?]> =>
  test.macro(async (t, work: Work, more: ServerSetup = {}) => {
    const server = await startServer({ ...setup, ...more });
    try {
      await work(t, server);
    } finally {
      await server.close();
    }
  });

/** A test that has a server of its own: `test('title', withServer, async (t, server) => …)`. */
export const withServer = serverWith({});
