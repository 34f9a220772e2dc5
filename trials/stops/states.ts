import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, constants, openSync, write, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import type { ServiceSetup } from '../../bench/server.js';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { listen } from '../../test/helpers/cli/strange-server.js';
import type { Scope } from '../../test/helpers/scope.js';
import { startRedis } from '../../test/helpers/servers/redis-server.js';
import { startStoppingProxy } from '../../test/helpers/stopping-proxy.js';
import type { Backend } from '../trial.js';

/** What a service is given, until the end of a scope. */
interface Given {
  scope: Scope;
  folder: string;
  /** The value of `--database`. */
  database: string;
}

/** Settings of a service, and what it works with. */
export interface Freezable extends Partial<ServiceSetup> {
  freeze?(): void;
  /** Resolves when the service waits for what is frozen. */
  asked?: Promise<unknown>;
}

/** Something beside a service that is frozen when it is stopped. */
export interface State {
  name: string;
  /** The only backend that it exists on. */
  backend?: Backend;
  needs?: 'root' | 'redis-server';
  /** True if it is frozen before the service starts, which is stopped while it starts. */
  isAtStart?: true;
  /** True if somebody signs in at the provider before the stop. */
  signsIn?: true;
  /** How the process may end other than with 0. */
  ends?: (NodeJS.Signals | number)[];
  /** The errors that may be logged. */
  logs?: RegExp;
  prepare(given: Given): Freezable | Promise<Freezable>;
}

/** A call that the database does not answer gets a 503, and its reason is logged. */
const DATABASE = { logs: /"msg":"unavailable"/ } satisfies Partial<State>;

/** Until the database is open, nothing can be in flight, and the signal itself ends the process. */
const AT_START = { isAtStart: true, ends: ['SIGTERM'] } satisfies Partial<State>;

/** The process kills itself: it cannot exit while one of its threads looks up a name. */
const RESOLVER = { needs: 'root', ends: ['SIGKILL'] } satisfies Partial<State>;

const SILENT = 'silent.example';
const EXCLUSIVE = 'pragma locking_mode = exclusive; begin immediate';

/** All states, in turn. */
const states: readonly State[] = [
  { name: 'nothing is frozen', prepare: () => ({}) },
  { name: 'SQLite is locked', backend: 'sqlite', ...DATABASE, prepare: lock('begin immediate') },
  // A start gives up after a second.
  {
    ...{ name: 'SQLite is locked from the start on', backend: 'sqlite', isAtStart: true, ends: ['SIGTERM', 1] },
    ...{ logs: /another process is writing to the database/, prepare: lock(EXCLUSIVE) },
  },
  { name: 'PostgreSQL is frozen', backend: 'postgres', ...DATABASE, prepare: freezePostgres() },
  {
    ...{ name: 'PostgreSQL is frozen from the first statement on', backend: 'postgres', ...AT_START },
    prepare: freezePostgres('current_schema'),
  },
  { name: 'Redis is frozen', needs: 'redis-server', prepare: freezeRedis() },
  {
    ...{ name: 'Redis is frozen from the first command on', needs: 'redis-server', isAtStart: true },
    prepare: freezeRedis('svcapi'),
  },
  { name: 'the provider is frozen', signsIn: true, prepare: freezeProvider },
  {
    ...{ name: 'the resolver is frozen during a sign-in', signsIn: true, ...RESOLVER },
    prepare: freezeResolver(({ folder }) => signInAt(`https://${SILENT}`, folder)),
  },
  {
    ...{ name: 'the resolver is frozen when asked for Redis', ...RESOLVER, isAtStart: true },
    prepare: freezeResolver(() => countIn(`redis://${SILENT}`)),
  },
  {
    ...{ name: 'the resolver is frozen when asked for PostgreSQL', backend: 'postgres', ...RESOLVER, ...AT_START },
    prepare: freezeResolver(({ database }) => ({ database: database.replace(new URL(database).hostname, SILENT) })),
  },
  { name: 'the reader of the log is frozen', prepare: freezeReader },
  { name: 'the reader of the log is frozen from the start on', ...AT_START, prepare: freezeReader },
];

/** Returns the states that can be brought about on this machine. */
export function statesOn(backend: Backend): State[] {
  const has = { root: process.getuid?.() === 0, 'redis-server': !spawnSync('redis-server', ['--version']).error };
  return states.filter((each) => (each.backend ?? backend) === backend && (!each.needs || has[each.needs]));
}

/** Lets another connection lock the file. */
function lock(sql: string): State['prepare'] {
  return ({ scope, database }) => ({
    freeze() {
      const other = new DatabaseSync(database);
      scope.teardown(() => other.close());
      other.exec(`pragma busy_timeout = 5000; ${sql}`);
    },
  });
}

/** Freezes the connections to a server: at once, or when the service sends a text. */
async function freezeServer(scope: Scope, server: string, use: (url: string) => Freezable, text?: string) {
  const url = new URL(server);
  const proxy = await startStoppingProxy(scope, { host: url.hostname, port: Number(url.port || 5432) });
  url.host = `127.0.0.1:${proxy.port}`;
  return { ...use(url.href), freeze: () => proxy.stopForwarding(text), asked: proxy.stopped };
}

function freezePostgres(text?: string): State['prepare'] {
  return ({ scope, database }) => freezeServer(scope, database, (url) => ({ database: url }), text);
}

function freezeRedis(text?: string): State['prepare'] {
  return async ({ scope }) => freezeServer(scope, (await startRedis(scope)).url, countIn, text);
}

const countIn = (url: string) => ({ flags: ['--redis', url] });

async function freezeProvider({ scope, folder }: Given): Promise<Freezable> {
  const server = net.createServer((socket) => socket.on('error', () => {}));
  const asked = once(server, 'connection');
  return { ...signInAt(await listen(scope, server), folder), asked };
}

function signInAt(issuer: string, folder: string): Freezable {
  // Of its own: another service may be reading one while it is written.
  const secret = join(folder, `${randomBytes(8).toString('hex')}.secret`);
  writeFileSync(secret, 'secret\n');
  return { flags: ['--oidc-issuer', issuer, '--oidc-client-id', 'svcapi', '--oidc-client-secret-file', secret] };
}

/** Gives the service alone a name server that never answers. */
function freezeResolver(settings: (given: Given) => Freezable): State['prepare'] {
  return async (given) => {
    const address = [127, ...randomBytes(3)].join('.');
    const socket = createSocket('udp4').bind(53, address);
    given.scope.teardown(() => socket.close());
    const asked = once(socket, 'message');
    await once(socket, 'listening');
    const file = join(given.folder, `${address}.conf`);
    writeFileSync(file, `nameserver ${address}\n`);
    const under = ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file];
    return { under, asked, ...settings(given) };
  };
}

/** Fills the pipe of the log, which nobody reads. */
function freezeReader({ scope, folder }: Given): Freezable {
  const log = join(folder, `${randomBytes(8).toString('hex')}.pipe`);
  spawnSync('mkfifo', [log]);
  const pipe = openSync(log, constants.O_RDWR | constants.O_NONBLOCK);
  scope.teardown(() => closeSync(pipe));
  // The service may have filled it.
  const freeze = () => write(pipe, Buffer.alloc(2 ** 20), () => {});
  return { log, flags: ['--log-level', 'trace', '--request-log'], freeze };
}
