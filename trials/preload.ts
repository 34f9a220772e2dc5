import { type ChildProcess, spawn } from 'node:child_process';
import crypto, { type ScryptOptions } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import net from 'node:net';
import type { DatabaseSync, SqliteConnection } from '../src/store/sqlite/driver.js';

/*
 * Loaded before the program: a clock that a trial moves, and what the trial has to find. TRIAL_PLANT names what is planted from
 * the start, a message what is planted from then on; a number is milliseconds for the clock.
 */

type Write = (text: string, ...rest: unknown[]) => boolean;

/** The signals that end a program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const atStart: Record<string, () => unknown> = {
  off: () => setSynchronous('off'),
  normal: () => setSynchronous('normal'),
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
  hangs() {
    process.exit = () => undefined as never;
    setInterval(() => {}, 1000);
  },
  code: () => process.on('exit', () => (process.exitCode = 1)),
  logs: () => process.prependListener('SIGTERM', () => process.stderr.write('{"level":"error"}\n')),
  waits: () => process.prependListener('SIGTERM', waitForDatabase),
  deaf() {
    const { on } = process;
    const deaf = () => {};
    const add = (name: string, listener: () => void) =>
      on.call(process, name, SIGNALS.includes(name as never) ? deaf : listener);
    process.on = add as never;
    for (const name of SIGNALS) process.on(name, deaf);
  },
  success() {
    for (const name of SIGNALS) process.prependListener(name, () => process.exit(0));
  },
  unwritten: () => replaceWrite(() => {}),
  trace: () =>
    replaceWrite((error) =>
      process.nextTick(() => {
        throw error;
      }),
    ),
  leftover() {
    fs.writeFileSync(`.left-${process.pid}`, '');
    process.on('exit', () => fs.rmSync(`.left-${process.pid}`));
  },
  orphan() {
    const child: ChildProcess = spawn('sleep', ['300'], { stdio: 'ignore' });
    child.unref();
    process.on('exit', () => child.kill('SIGKILL'));
  },
};

/** Makes every connection wait for the disk less than the service asks for. */
async function setSynchronous(mode: string): Promise<void> {
  const driver = (await import('../src/store/sqlite/driver.js')).DatabaseSync;
  const original = driver.prototype as SqliteConnection;
  // Some engines do not let their methods be changed, but new connections can inherit from another prototype.
  const exec = {
    value(this: SqliteConnection, sql: string) {
      original.exec.call(this, sql.replace(/synchronous = full/i, `synchronous = ${mode}`));
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

/** Waits for an answer of the database. */
function waitForDatabase(): void {
  const database = process.argv[process.argv.indexOf('--database') + 1] ?? '';
  if (!database.startsWith('postgres')) {
    const sqlite = createRequire(process.argv[1] ?? '')('@photostructure/sqlite') as {
      DatabaseSync: typeof DatabaseSync;
    };
    return void new sqlite.DatabaseSync(database).exec('pragma busy_timeout = 30000; begin immediate');
  }
  const { exit } = process;
  process.exit = () => undefined as never;
  const { hostname, port } = new URL(database);
  // PostgreSQL answers a request for TLS with one byte.
  const socket = net.connect(Number(port), hostname, () => socket.write(Buffer.from('0000000804d2162f', 'hex')));
  socket.once('data', () => {
    socket.destroy();
    process.exit = exit;
  });
}

function replaceWrite(onError: (error: unknown) => void): void {
  const write: Write = (text, ...rest) => {
    try {
      fs.writeSync(1, text);
    } catch (error) {
      onError(error);
    }
    (rest.at(-1) as (() => void) | undefined)?.();
    return true;
  };
  process.stdout.write = write as never;
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
  'ignore-accept': ({ request }) => delete request.headers.accept,
  'ignore-keys': ({ request }) => delete request.headers['idempotency-key'],
  'no-limits': ({ server }) =>
    Object.assign(server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, timeout: 0 }),
  // In a short run nobody waits long for the limits.
  'short-limits': ({ server }) =>
    Object.assign(server, { headersTimeout: 2000, requestTimeout: 2000, keepAliveTimeout: 1000, timeout: 3000 }),
  late: () => wait(150),
  forgets: ({ request }) => calls % 20 === 0 && comeFrom(request, calls),
  shares: ({ request }) => comeFrom(request, 1),
  spellings: ({ request }) => {
    const text = String(request.headers['x-forwarded-for']);
    if (!/^[\d.]+$/.test(text))
      comeFrom(
        request,
        [...text].reduce((sum, each) => sum + each.charCodeAt(0), 0),
      );
  },
  stall: ({ request }) => Number(request.headers['content-length']) > 3000 && wait(500),
  forget: ({ server }) =>
    server
      .removeAllListeners('connect')
      .on('connect', ({ socket }) => socket.on('error', () => {}).removeAllListeners('timeout')),
  leak: () => kept.push(Buffer.alloc(1 << 18, 1)),
  crash: () => calls % 100 === 0 && process.abort(),
  error: ({ response }) => calls % 100 === 0 && change(response, 'writeHead', ([, ...rest]) => [500, ...rest]),
  hang: ({ response }) =>
    calls % 100 === 0 && Object.assign(response, { writeHead: () => response, end: () => response }),
  description: ({ response }) =>
    calls % 100 === 0 && change(response, 'end', ([body, ...rest]) => [spoil(body), ...rest]),
};

/** Keeps everybody waiting. */
function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function comeFrom({ headers }: IncomingMessage, number: number): void {
  headers['x-forwarded-for'] = `192.0.2.${number % 250}`;
}

function change(response: ServerResponse, method: 'writeHead' | 'end', by: (args: unknown[]) => unknown[]): void {
  const original = response[method].bind(response) as (...args: unknown[]) => unknown;
  Object.assign(response, { [method]: (...args: unknown[]) => original(...by(args)) });
}

/** Changes the version in an envelope. */
function spoil(body: unknown): unknown {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return body;
  const coding = typeof body === 'string' ? 'utf8' : 'latin1';
  return Buffer.from(body.toString(coding as never).replace('"2.0"', '"2.x"'), coding);
}

const planted = new Set(process.env.TRIAL_PLANT?.split(','));
for (const name of planted) await atStart[name]?.();

const { now } = Date;
let moved = 0;
Date.now = () => now() + moved;

let serving: Server | undefined;
subscribe('http.server.request.start', (message) => {
  serving = (message as Exchange).server;
  calls += 1;
  for (const name of planted) atRequest[name]?.(message as Exchange);
});

if (process.send) {
  process.on('message', (message) => {
    if (message === 'connections') {
      serving?.getConnections((_, connections) => process.send?.(connections));
      return;
    }
    if (typeof message === 'number') moved += message;
    else planted.add(String(message));
    process.send?.('done');
  });
  // The program ends although somebody could still send messages.
  process.channel?.unref();
}
