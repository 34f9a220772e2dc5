import type { ChildProcess, SpawnOptions, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
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

/** The flags of every service: limits that are never reached. Everything else is at its default. */
export const FLAGS = [
  ...['--rate-limit', '1000000000', '--blacklist-after', '1000000000', '--no-request-log'],
  ...['--max-connections-per-address', '1000000'],
];

export interface ServiceSetup {
  /** The file of a database, or the address of a server. */
  database: string;
  /** The bundled program: that of another version, for example. */
  program?: string;
  /** A program, with its arguments, that runs Node.js. */
  under?: string[];
  /** Flags beside or instead of the usual ones, and variables: addresses that may hold a password. */
  flags?: string[];
  env?: Record<string, string>;
  /** The log file. */
  log?: string;
  /** A script that is loaded first and answers messages. */
  preload?: string;
}

/** Starts the service as a host does. */
export function startService(setup: ServiceSetup): Promise<Server> {
  const { database, program = PROGRAM, under = [], flags = [], env = {}, log = '/dev/null', preload } = setup;
  const errors = openSync(log, 'a');
  const options = preload === undefined ? [] : ['--import', script(preload)];
  const started = start(
    [
      ...[...under, process.execPath, ...NODE_FLAGS, ...options, program],
      ...['serve', '--database', database, '--port', '0', ...FLAGS, ...flags],
    ],
    preload === undefined ? ['ignore', 'pipe', errors] : ['ignore', 'pipe', errors, 'ipc'],
    { serialization: 'advanced', env: { ...ENVIRONMENT, ...VARIABLES, ...env } },
  );
  closeSync(errors);
  return started;
}

/** Starts a program that prints its address. */
export async function start(
  [program = '', ...args]: string[],
  stdio: StdioOptions,
  options: SpawnOptions = {},
): Promise<Server> {
  const child = startChild(program, args, { cwd: temporaryFolder, env: ENVIRONMENT, ...options, stdio });
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
