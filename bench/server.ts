import type { ChildProcess, SpawnOptions, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from './answer.js';
import { kill, startChild, untilLine } from './child.js';
import { ENVIRONMENT, PROGRAM, script, temporaryFolder } from './environment.js';

/** A server in a process of its own. */
export interface Server {
  url: string;
  pid: number;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Node's own flags, as deploy/ has them. */
export const NODE_FLAGS = ['--max-semi-space-size=4'];

/** The variables for the allocator, as deploy/ has them. */
export const VARIABLES = { MALLOC_ARENA_MAX: '2' };

/**
 * The flags of every service: limits that are never reached, and no request log, since the bare servers write none either.
 * Everything else is at its default.
 */
export const FLAGS = [
  ...['--rate-limit', '1000000000', '--blacklist-after', '1000000000', '--no-request-log'],
  ...['--max-connections-per-address', '1000000'],
];

export interface ServiceSetup {
  /** The file of a database, or the address of a server. */
  database: string;
  /** Flags beside or instead of the usual ones, and variables: addresses that may hold a password. */
  flags?: string[];
  env?: Record<string, string>;
  /** The log file. */
  log?: string;
  /** A script of the bench that is loaded first and answers messages. */
  preload?: string;
}

/** Starts the service as a host does. */
export function startService({
  database,
  flags = [],
  env = {},
  log = '/dev/null',
  preload,
}: ServiceSetup): Promise<Server> {
  const errors = openSync(log, 'a');
  const options = preload === undefined ? [] : ['--import', script(preload)];
  const started = start(
    [...NODE_FLAGS, ...options, PROGRAM, 'serve', '--database', database, '--port', '0', ...FLAGS, ...flags],
    preload === undefined ? ['ignore', 'pipe', errors] : ['ignore', 'pipe', errors, 'ipc'],
    { serialization: 'advanced', env: { ...ENVIRONMENT, ...VARIABLES, ...env } },
  );
  closeSync(errors);
  return started;
}

let recorded = 0;

/** The servers to compare with, by their script in bare/. */
export const bareServers = {
  http: 'bare node:http',
  koa: 'bare Koa',
  'koa-write-head': 'Koa with one writeHead',
  'koa-body': 'bare Koa with koa-body',
} as const;
export type BareServer = keyof typeof bareServers;

/** Starts a server that sends one recorded answer to every request. */
export function startBare(kind: BareServer, answer: Answer): Promise<Server> {
  const file = join(temporaryFolder, `answer-${recorded++}.json`);
  writeFileSync(file, JSON.stringify(answer));
  return start([script(`bare/${kind}.js`), file], ['ignore', 'pipe', 'inherit']);
}

/** Starts Node with a program that prints its address. */
export async function start(args: string[], stdio: StdioOptions, options: SpawnOptions = {}): Promise<Server> {
  const child = startChild(process.execPath, args, { cwd: temporaryFolder, env: ENVIRONMENT, ...options, stdio });
  const [, url] = await untilLine(child, /listens on (http:\S+)/);
  // The rest is not read, and a full pipe would stop the server.
  child.stdout?.resume();
  return { url: url as string, pid: child.pid as number, process: child, stop: () => kill(child) };
}

/** Sends a message to the preloaded script of a server, and returns its answer. */
export async function queryChild<T>({ process: child }: Server, message: string | number): Promise<T> {
  const answered = once(child, 'message');
  child.send(message);
  return (await answered)[0] as T;
}
