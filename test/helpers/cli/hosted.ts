import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { watched } from '../document/watch-child.js';
import { inTime } from '../until.js';
import { PROGRAM } from './program.js';

/** A service in a process of its own, as a host runs it. */
export interface Hosted {
  child: ChildProcess;
  /** Everything that it has printed so far. */
  printed: string[];
  url: string;
}

/** Starts the process of a service, and waits for nothing. */
export function spawnService(argv: string[], env: Record<string, string> = {}, program = PROGRAM): ChildProcess {
  const everywhere = { PATH: process.env.PATH, HOME: '/nonexistent', SVCAPI_PORT: '0', SVCAPI_LOG_LEVEL: 'silent' };
  return spawn(process.execPath, [program, 'serve', ...argv], {
    env: { ...everywhere, ...watched, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * Starts a service, and waits for a line that it prints.
 *
 * @param program another copy of the program
 */
export async function host(
  t: Pick<ExecutionContext, 'teardown'>,
  argv: string[],
  last = /listens on/,
  env = {},
  program?: string,
): Promise<Hosted> {
  const child = spawnService(argv, env, program);
  t.teardown(() => child.kill('SIGKILL'));
  const printed: string[] = [];
  if (!child.stdout) throw new Error('no standard output');
  await inTime(readUntil(last, child.stdout, printed), `${last} is not printed`);
  const url = /listens on (\S+)/.exec(printed.join('\n'))?.[1];
  if (url === undefined) throw new Error(`it does not listen: ${await text(child.stderr as NodeJS.ReadableStream)}`);
  return { child, printed, url };
}

async function readUntil(last: RegExp, stream: NodeJS.ReadableStream, printed: string[]): Promise<void> {
  for await (const line of createInterface(stream)) {
    printed.push(line);
    if (last.test(line)) break;
  }
}

/** Stops a service. @returns its exit code, or null when the signal ended it */
export async function stop({ child }: Hosted, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = (await inTime(once(child, 'exit'), 'the service lives')) as [number | null];
  return code;
}

/** Returns the token that a service has printed for its demo galaxy. */
export function tokenIn({ printed }: Hosted): string {
  return /TOKEN=(svcapi_\S+)/.exec(printed.join('\n'))?.[1] ?? '';
}

/** Sends a GET request below `/ws/v2.0`. @returns the status of the answer */
export async function get(hosted: Hosted, path: string, token: string): Promise<number> {
  const response = await fetch(`${hosted.url}/ws/v2.0${path}`, { headers: { Authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
}
