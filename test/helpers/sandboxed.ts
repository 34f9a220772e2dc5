import { Writable } from 'node:stream';
import type { ExecutionContext } from 'ava';
import { routes } from '../../src/routes/index.js';
import { Faults } from '../../src/sandbox/faults.js';
import { Recorder } from '../../src/sandbox/recorder.js';
import { RouteNames } from '../../src/sandbox/route-names.js';
import { Sandbox } from '../../src/sandbox/sandbox.js';
import { SandboxClock } from '../../src/sandbox/sandbox-clock.js';
import { Steps } from '../../src/sandbox/sandbox-steps.js';
import { isSandboxPath, serveSandbox } from '../../src/sandbox/serve-sandbox.js';
import { createLog } from '../../src/server/log.js';
import { type StartOptions, start } from '../../src/server/start.js';
import { openSqlite } from '../../src/store/sqlite/open.js';
import type { Store } from '../../src/store/store.js';
import { loadGalaxy, NOW, tokenFor } from './galaxy.js';
import { RawClient } from './raw.js';
import { defaults } from './server.js';
import { inTime } from './until.js';

/** A sandbox with the small galaxy, in the process of the test. */
export interface Sandboxed {
  url: string;
  store: Store;
  /** A token of Hana (1:1) with every permission. */
  token: string;
  sandbox: Sandbox;
  /** Every line of the log so far. */
  log: Record<string, unknown>[];
  /** Sends a request as it stands, and returns every byte that comes back until the connection is closed. */
  exchange(request: string): Promise<string>;
}

/** Starts a sandbox that ends with the test. */
export async function startSandboxed(
  t: ExecutionContext,
  { database = ':memory:', ...options }: Partial<StartOptions> & { database?: string } = {},
): Promise<Sandboxed> {
  const store = await openSqlite({ path: database, keepsSnapshots: true });
  const { snapshots } = store;
  if (!snapshots) throw new Error('no snapshots');
  await loadGalaxy(store);
  const token = await tokenFor(store, '1:1');
  const log: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      log.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const parts = {
    ...{ clock: new SandboxClock(NOW * 1000), faults: new Faults() },
    ...{ recorder: new Recorder(), names: new RouteNames(routes) },
  };
  const control = serveSandbox(() => sandbox);
  const steps = new Steps({ ...parts, control, isControl: isSandboxPath });
  const lifetimes = { ...defaults, ...options };
  const sandbox: Sandbox = await Sandbox.begin({
    ...parts,
    store,
    snapshots,
    steps,
    seed: 1,
    client: 'console',
    lifetimes,
  });
  const logger = createLog('trace', destination);
  const listening = await start(store, logger, { ...defaults, ...options }, parts.clock.now, (services) =>
    steps.adapt(services),
  );
  t.teardown(async () => {
    await listening.close();
    await store.close();
  });
  return {
    ...{ url: listening.url, store, token, sandbox, log },
    async exchange(request) {
      const client = await RawClient.connect(listening.url);
      client.send(request);
      await inTime(client.closed, 'the connection is not closed');
      return client.received.toString('utf8');
    },
  };
}

/** Builds a request that closes its connection; a field that is undefined is left out. */
export function rawRequest(
  line: string,
  fields: Record<string, string | undefined> = {},
  body: string | undefined = undefined,
): string {
  const all = {
    ...{ Host: '127.0.0.1', 'X-Request-Id': 'the-same', Connection: 'close' },
    ...(body !== undefined && {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
    ...fields,
  };
  const head = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]));
  return `${line} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`;
}
