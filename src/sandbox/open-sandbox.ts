import type { Logger } from 'pino';
import { demoCharacter, demoClient, loadDemo } from '../demo/load-demo.js';
import { permissionNames } from '../domain/permission.js';
import { isLoopback } from '../domain/url.js';
import { readTime } from '../model/read-time.js';
import { routes } from '../routes/index.js';
import type { Listening } from '../server/http/listen.js';
import type { Services } from '../server/services.js';
import { type StartOptions, start } from '../server/start.js';
import { openSqlite } from '../store/sqlite/open.js';
import type { Store } from '../store/store.js';
import { Faults } from './faults.js';
import { Recorder } from './recorder.js';
import { RouteNames } from './route-names.js';
import { CENTURY, Sandbox, storeTokens } from './sandbox.js';
import { SandboxClock } from './sandbox-clock.js';
import { Steps } from './sandbox-steps.js';
import { serveSandbox } from './serve-sandbox.js';

/** A sandbox begins, and its demo galaxy ends, at this time. */
export const BEGINNING = 'Year 27 Day 1';

export const SANDBOX_TOKEN = 'svcapi_token-of-the-first-character-of-the-sandbox';

export interface SandboxGalaxy {
  /** Unix seconds. */
  now?: number | undefined;
  seed?: number | undefined;
  size?: number | undefined;
  token?: string | undefined;
}

export interface OpenSandbox extends Listening {
  token: string;
  sandbox: Sandbox;
}

/** @throws {RangeError} when others could reach the host, and for an option of the galaxy */
export async function openSandbox(
  log: Logger,
  options: StartOptions,
  { now = readTime(BEGINNING), seed = 1, size = 1, token = SANDBOX_TOKEN }: SandboxGalaxy = {},
): Promise<OpenSandbox> {
  // Anybody who reaches a sandbox controls it.
  if (!isLoopback(options.host)) throw new RangeError(`a sandbox listens on loopback only, and not on ${options.host}`);
  return openControlled(log, options, { now, seed, client: demoClient.id }, async (store) => {
    await loadDemo(store, { size, seed, now });
    const expires_at = now + CENTURY;
    const holder = { client_id: demoClient.id, character_uid: demoCharacter.uid, permissions: permissionNames };
    await storeTokens(store, { ...holder, expires_at }, now, [{ token, kind: 'access', expires_at }]);
    return token;
  });
}

/** Starts a sandbox on any galaxy: `fill` fills the database, and returns the token. */
export async function openControlled(
  log: Logger,
  options: StartOptions,
  { now, seed, client }: { now: number; seed: number; client: string },
  fill: (store: Store) => Promise<string>,
): Promise<OpenSandbox> {
  const store = await openSqlite({ path: ':memory:', keepsSnapshots: true });
  const { snapshots } = store;
  if (!snapshots) throw new TypeError('the database keeps no snapshots');
  try {
    const token = await fill(store);
    const names = new RouteNames(routes);
    const clock = new SandboxClock(now * 1000);
    const parts = { clock, faults: new Faults(names), recorder: new Recorder(names) };
    const control = serveSandbox(() => sandbox);
    const steps = new Steps({ ...parts, names, control });
    const beginning = await snapshots.take();
    const sandbox = new Sandbox({ ...parts, store, snapshots, steps, seed, client, lifetimes: options, beginning });
    const adapt = (services: Services) => steps.adapt(services);
    const listening = await start(store, log, options, clock.now, adapt, () => performance.now());
    const close = () => listening.close().finally(() => store.close());
    return { url: listening.url, close, token, sandbox };
  } catch (error) {
    await store.close();
    throw error;
  }
}
