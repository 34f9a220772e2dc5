import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startChild } from '../bench/child.js';
import { ENVIRONMENT, PROGRAM, script } from '../bench/environment.js';
import { type Answer, type Request, send } from '../bench/request.js';
import type { Store } from '../src/store/store.js';
import { loadGalaxy, tokenFor } from '../test/helpers/galaxy.js';
import type { Scope } from '../test/helpers/scope.js';
import { inTime, until } from '../test/helpers/until.js';

/** What several trials use: tokens, clients, planted faults, scopes and stops. */

/** Loads the small galaxy, and returns a token of a character with all permissions. */
export async function loadWithToken(store: Store): Promise<string> {
  await loadGalaxy(store);
  return lastingToken(store, '1:1');
}

export function lastingToken(store: Store, character: string): Promise<string> {
  return tokenFor(store, character, undefined, { expiresAt: Math.floor(Date.now() / 1000) + 7 * 86_400 });
}

/** A client on connections that are kept. */
export class HttpClient {
  readonly #url: string;
  readonly #agent: http.Agent;

  constructor(url: string, connections: number) {
    this.#url = url;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws where the connection ends before the answer */
  send(request: Request): Promise<Answer> {
    return send(this.#url, { ...request, path: new URL(this.#url).pathname + request.path }, this.#agent);
  }

  close(): void {
    this.#agent.destroy();
  }
}

const PRELOAD = '../trials/preload.js';

/** Returns the settings of a service that answers messages, and plants a fault in itself if there is one. */
export const preloaded = (fault = '') => ({ preload: PRELOAD, env: { TRIAL_PLANT: fault } });

/** Returns the variables with which any program plants a fault in itself, if there is one. */
export function planted(fault: string | undefined): Record<string, string> {
  if (fault === undefined) return {};
  return { TRIAL_PLANT: fault, NODE_OPTIONS: `--import ${new URL(`file://${script(PRELOAD)}`).href}` };
}

/** Does work with a scope, and ends what is in it with the work, or with the process of an interrupted trial: the newest first. */
export async function inScope<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = [];
  const onExit = () => {
    for (const end of ends.reverse()) end();
  };
  process.once('exit', onExit);
  try {
    return await work({ teardown: (end) => void ends.push(end) });
  } finally {
    process.off('exit', onExit);
    for (const end of ends.reverse()) await end();
  }
}

/** Seconds in which a stopped service finishes its open requests. */
export const TIMEOUT = 2;

/** The flags of a service that ends soon. */
export const STOP_FLAGS = ['--shutdown-timeout', `${TIMEOUT}s`];

/** Starts the program in the usual environment, if need be under another one that runs it. */
export function startProgram(argv: readonly string[], options: SpawnOptions = {}, under: string[] = []): ChildProcess {
  const [program = '', ...args] = [...under, process.execPath, PROGRAM, ...argv];
  return startChild(program, args, { env: ENVIRONMENT, stdio: 'ignore', ...options });
}

/** Reports whether a condition holds in time. */
export function happens(...wait: Parameters<typeof until>): Promise<boolean> {
  return until(...wait).then(
    () => true,
    () => false,
  );
}

/** Sends a signal to a process, and waits for its end. */
export async function endBy(child: ChildProcess, signal: NodeJS.Signals, event: 'exit' | 'close' = 'exit') {
  const ended = once(child, event);
  child.kill(signal);
  await inTime(ended, 'the service does not end');
}

/** Waits for the end of a process, and returns what it has printed as errors. */
export async function endOf(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  const [stderr, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'exit')]);
  return { code, stderr };
}
