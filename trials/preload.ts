import { spawn } from 'node:child_process';
import crypto, { type ScryptOptions } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { SqliteConnection } from '../src/store/sqlite/driver.js';

/*
 * Loaded before the program: a clock that a trial moves, and what the trial has to find. TRIAL_PLANT names it. A
 * message asks for the number of connections, or is milliseconds for the clock.
 */

const atStart: Record<string, () => unknown> = {
  normal: waitLessForDisk,
  'cheap-passwords': () => comparePasswords((password) => password),
  prefix: async () => {
    const { PASSWORD } = await import('../test/helpers/visitor.js');
    const isPrefix = (password: string) => password.length > 0 && PASSWORD.startsWith(password.toLowerCase());
    comparePasswords((password) => (isPrefix(password) ? PASSWORD : password));
  },
  half: () =>
    process.prependListener('SIGTERM', () => {
      http.ServerResponse.prototype.end = function () {
        this.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf');
        return this;
      };
    }),
  logs: () => process.prependListener('SIGTERM', () => process.stderr.write('{"level":"error"}\n')),
  hangs() {
    process.exit = () => undefined as never;
    setInterval(() => {}, 1000);
  },
  deaf() {
    const { on } = process;
    const signals: readonly string[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const deaf = () => {};
    const add = (name: string, listener: () => void) =>
      on.call(process, name, signals.includes(name) ? deaf : listener);
    process.on = add as never;
    for (const name of signals) process.on(name, deaf);
  },
  leftover() {
    fs.writeFileSync(`.left-${process.pid}`, '');
    process.on('exit', () => fs.rmSync(`.left-${process.pid}`));
  },
  orphan() {
    const child = spawn('sleep', ['300'], { stdio: 'ignore' });
    child.unref();
    process.on('exit', () => child.kill('SIGKILL'));
  },
};

/** Makes every connection wait for the disk only when the log is copied. */
async function waitLessForDisk(): Promise<void> {
  const driver = (await import('../src/store/sqlite/driver.js')).DatabaseSync;
  const original = driver.prototype as SqliteConnection;
  // Some engines do not let their methods be changed, but new connections can inherit from another prototype.
  const exec = {
    value(this: SqliteConnection, sql: string) {
      original.exec.call(this, sql.replace(/synchronous = full/i, 'synchronous = normal'));
    },
  };
  driver.prototype = Object.create(original, { exec });
}

/** Every password costs what those of the tests cost, so that a flood compares many. */
function comparePasswords(heard: (password: string) => string): void {
  const { scrypt } = crypto;
  type Callback = (error: Error | null, key: Buffer) => void;
  const cheap = (password: string, salt: Buffer, length: number, options: ScryptOptions, callback: Callback) =>
    scrypt(heard(password), salt, length, { ...options, N: 2 ** 10 }, callback);
  Object.assign(crypto, { scrypt: cheap });
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
}

let calls = 0;
const kept: Buffer[] = [];

/** What happens with each request. */
const atRequest: Record<string, (exchange: Exchange) => unknown> = {
  'ignore-keys': ({ request }) => delete request.headers['idempotency-key'],
  'no-limits': ({ server }) =>
    Object.assign(server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, timeout: 0 }),
  // In a short run nobody waits long for the limits.
  'short-limits': ({ server }) =>
    Object.assign(server, { headersTimeout: 2000, requestTimeout: 2000, keepAliveTimeout: 1000, timeout: 3000 }),
  late: () => keepWaiting(150),
  forgets: ({ request }) => calls % 20 === 0 && comeFrom(request, calls),
  shares: ({ request }) => comeFrom(request, 1),
  stall: ({ request }) => Number(request.headers['content-length']) > 3000 && keepWaiting(500),
  leak: () => kept.push(Buffer.alloc(1 << 18, 1)),
  hang: ({ response }) =>
    calls % 100 === 0 && Object.assign(response, { writeHead: () => response, end: () => response }),
  description({ response }) {
    const end = response.end.bind(response) as (...args: unknown[]) => unknown;
    if (calls % 100 === 0)
      Object.assign(response, { end: (body: unknown, ...rest: unknown[]) => end(otherVersion(body), ...rest) });
  },
};

function keepWaiting(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function comeFrom({ headers }: IncomingMessage, number: number): void {
  headers['x-forwarded-for'] = `192.0.2.${number % 250}`;
}

/** Changes the version in an envelope. */
function otherVersion(body: unknown): unknown {
  if (typeof body === 'string') return body.replace('"2.0"', '"2.x"');
  return Buffer.isBuffer(body) ? Buffer.from(body.toString('latin1').replace('"2.0"', '"2.x"'), 'latin1') : body;
}

const planted = process.env.TRIAL_PLANT ?? '';
await atStart[planted]?.();

const { now } = Date;
let moved = 0;
Date.now = () => now() + moved;

let serving: Server | undefined;
subscribe('http.server.request.start', (message) => {
  serving = (message as Exchange).server;
  calls += 1;
  atRequest[planted]?.(message as Exchange);
});

if (process.send) {
  process.on('message', (message) => {
    if (message === 'connections') return void serving?.getConnections((_, connections) => process.send?.(connections));
    moved += Number(message);
    process.send?.('done');
  });
  // The program ends although somebody could still send messages.
  process.channel?.unref();
}
