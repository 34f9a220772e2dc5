import { once } from 'node:events';
import { type Program, startProgram } from '../cli/program.js';
import { openTestStore, postgresDatabase, postgresUrl } from '../database.js';
import { temporaryFolder } from '../folder.js';
import { loadGalaxy, tokenFor } from '../galaxy.js';
import type { Scope } from '../scope.js';
import { inTime } from '../until.js';
import { freePort } from './free-port.js';

/** One of several processes of the real program on one database. */
export class Instance {
  #program: Program | undefined;

  constructor(
    readonly port: number,
    private readonly metricsPort: number,
    private readonly settings: Record<string, string>,
  ) {}

  /** Starts it, and waits until it is ready. */
  async start(): Promise<void> {
    const env = { HOME: '/nonexistent', SVCAPI_METRICS_PORT: String(this.metricsPort), ...this.settings };
    this.#program = startProgram(['serve', '--port', String(this.port), '--log-level', 'error'], env);
    const { child, ended } = this.#program;
    const listens = inTime(once(child.stdout, 'data'), 'the instance does not listen').then(() => undefined);
    const end = await Promise.race([listens, ended]);
    if (end) throw new Error(`The instance ended: ${end.stderr}`);
  }

  /** Stops it as a host does. */
  stop = () => this.#end('SIGTERM');

  /** Ends it as a power cut would. */
  kill = () => this.#end('SIGKILL');

  /** Everything that Prometheus would be told. */
  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
  }

  /** Returns the number of requests that it has answered on paths of the service. */
  async served(): Promise<number> {
    const lines = (await this.metrics()).matchAll(/^svcapi_requests_total\{route="\/.*\} (\d+)$/gm);
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#program?.child.kill(signal);
    await inTime(Promise.resolve(this.#program?.ended), 'the instance lives');
  }
}

export type Instances = Awaited<ReturnType<typeof startInstances>>;

/**
 * Starts instances on one database with the small galaxy, behind a proxy on this machine; they end with the scope. Several share a PostgreSQL database, which a SQLite
 * file does not allow.
 */
export async function startInstances(scope: Scope, count: number, settings: Record<string, string> = {}) {
  const database = postgresUrl === undefined ? `${temporaryFolder()}/galaxy.db` : await postgresDatabase(scope);
  const store = await openTestStore(database);
  scope.teardown(() => store.close());
  await loadGalaxy(store);
  const token = await tokenFor(store, '1:1', undefined, { expiresAt: Math.floor(Date.now() / 1000) + 86_400 });
  const instances: Instance[] = [];
  for (let number = 1; number <= count; number++) instances.push(await startInstance(scope, database, settings));
  // The token is Hana's (1:1), good for today.
  return { instances, store, token };
}

/** Starts an instance on a database, behind a proxy on this machine. */
export async function startInstance(
  scope: Scope,
  database: string,
  settings: Record<string, string> = {},
): Promise<Instance> {
  const instance = new Instance(await freePort(), await freePort(), {
    SVCAPI_DATABASE: database,
    SVCAPI_DATABASE_CONNECTIONS: '4',
    SVCAPI_TRUSTED_PROXIES: '127.0.0.1',
    SVCAPI_RATE_LIMIT: '1000000',
    ...settings,
  });
  scope.teardown(() => instance.kill());
  await instance.start();
  return instance;
}
