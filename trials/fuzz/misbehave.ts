import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

// Loaded before the service: counts its open connections, and has the faults that the trial has to find, by messages of their names.

let fault: string | undefined;
let answers = 0;
let server: Server | undefined;
const kept: Buffer[] = [];

process.on('message', (message) => {
  if (message === 'connections') {
    server?.getConnections((_, connections) => process.send?.(connections));
    return;
  }
  fault = String(message);
  process.send?.('done');
});

subscribe('http.server.request.start', (message) => {
  const { request, response, ...of } = message as {
    request: IncomingMessage;
    response: ServerResponse;
    server: Server;
  };
  server = of.server;
  answers += 1;
  if (fault === 'stall' && Number(request.headers['content-length']) > 3000) stall();
  if (fault === 'forget')
    server
      .removeAllListeners('connect')
      .on('connect', ({ socket }) => socket.on('error', () => {}).removeAllListeners('timeout'));
  if (fault === 'leak') kept.push(Buffer.alloc(1 << 18, 1));
  if (answers % 100 !== 0) return;
  if (fault === 'crash') process.abort();
  if (fault === 'error') change(response, 'writeHead', ([, ...rest]) => [500, ...rest]);
  if (fault === 'hang') Object.assign(response, { writeHead: () => response, end: () => response });
  if (fault === 'description') change(response, 'end', ([body, ...rest]) => [spoil(body), ...rest]);
});

/** Keeps everybody waiting. */
function stall(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
}

function change(response: ServerResponse, method: 'writeHead' | 'end', by: (args: unknown[]) => unknown[]): void {
  const original = response[method].bind(response) as (...args: unknown[]) => unknown;
  Object.assign(response, { [method]: (...args: unknown[]) => original(...by(args)) });
}

/** Changes the version in an envelope. */
function spoil(body: unknown): unknown {
  const text = typeof body === 'string' ? body : Buffer.isBuffer(body) ? body.toString('latin1') : undefined;
  return text === undefined
    ? body
    : Buffer.from(text.replace('"2.0"', '"2.x"'), typeof body === 'string' ? 'utf8' : 'latin1');
}
