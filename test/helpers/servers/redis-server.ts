import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '../folder.js';
import type { Scope } from '../scope.js';
import { inTime } from '../until.js';
import { freePort } from './free-port.js';

/** A Redis that a test or a trial may kill. */
export type OwnRedis = Awaited<ReturnType<typeof startOn>>;

/** Ports to try: between the choice of a free one and its use, a connection of another test may have taken it. */
const ATTEMPTS = 5;

/**
 * Starts a Redis, which ends with the test.
 *
 * @param port a free one without it
 * @param options of redis-server
 */
export async function startRedis(t: Scope, port?: number, options: string[] = []): Promise<OwnRedis> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOn(t, port ?? (await freePort()), options);
    } catch (error) {
      if (port !== undefined || attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOn(t: Scope, own: number, options: string[]) {
  const child = spawn('redis-server', ['--port', String(own), '--bind', '127.0.0.1', '--save', '', ...options], {
    cwd: temporaryFolder(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  await inTime(ready(child), 'redis-server does not start');
  const redis = {
    url: `redis://127.0.0.1:${own}`,
    prefix: 'svcapi:',
    process: child as ChildProcess,
    /** Ends it as a power cut would. */
    async kill(): Promise<void> {
      const ended = once(redis.process, 'exit');
      redis.process.kill('SIGKILL');
      await inTime(ended, 'redis-server lives');
    },
    /** Starts it again where it was, with nothing in it. */
    async restart(): Promise<void> {
      redis.process = (await startRedis(t, own, options)).process;
    },
  };
  return redis;
}

async function ready(child: ChildProcess): Promise<void> {
  let last = '';
  for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) {
    if (line.includes('Ready to accept connections')) return void child.stdout?.resume();
    last = line;
  }
  throw new Error(`redis-server ended: ${last}`);
}
