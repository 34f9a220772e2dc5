import type { Socket } from 'node:net';
import test from 'ava';
import { httpTransport } from '../../../src/cli/connection/http-transport.js';
import { Caller, type CallerOptions } from '../../../src/client/caller.js';
import { Unreachable } from '../../../src/client/errors.js';
import { refuses, run } from '../../helpers/cli/run.js';
import { closedPort, enveloped, rawServer, strangeServer } from '../../helpers/cli/strange-server.js';

const env = { SVCAPI_TOKEN: 'svcapi_a-token-that-nobody-may-see' };

const wrong: [body: string | Buffer, status: number, message: string][] = [
  ['<!doctype html><h1>Welcome</h1>', 200, 'the answer is not JSON'],
  ['', 200, 'the answer is not JSON'],
  ['{"version": "2.0", "svc', 200, 'the answer is not JSON'],
  ['['.repeat(200_000), 200, 'the answer is not JSON'],
  ['{"hello": "world"}', 200, 'the answer is not an envelope of the service'],
  ['[]', 200, 'the answer is not an envelope of the service'],
  ['null', 200, 'the answer is not an envelope of the service'],
  [Buffer.from([0x7b, 0xff, 0xfe]), 200, 'the answer is not UTF-8'],
  ['<html><h1>502 Bad Gateway</h1></html>', 502, 'the server answers with status 502'],
  ['', 500, 'the server answers with status 500 (request r-1)'],
];

test('an answer that is not the service’s', async (t) => {
  for (const [body, status, message] of wrong) {
    const { url } = await strangeServer(t, (response) => {
      response.writeHead(status, { 'X-Request-Id': 'r-1' }).end(body);
    });
    const { code, stdout, stderr } = await run(['permissions', '--url', url]);
    t.deepEqual([code, stdout, stderr.startsWith(`svcapi: ${message}`)], [3, '', true], stderr);
  }
});

test('a command follows no redirect, and its target does not get the token', async (t) => {
  const other = await strangeServer(t, (response) => response.end(enveloped({ message: 'mine' })));
  for (const status of [301, 302, 303, 307, 308]) {
    const { url, requests } = await strangeServer(t, (response) => {
      response.writeHead(status, { Location: `${other.url}/ws/v2.0/api/helloauth` }).end();
    });
    const elsewhere = `svcapi: the answer sends elsewhere (${other.url}/`;
    const { code, stdout, stderr } = await run(['hello', '--url', url], { env });
    t.deepEqual([code, stdout, stderr.startsWith(elsewhere)], [3, '', true], stderr);
    t.is(requests.map(({ headers }) => headers.authorization).join(), `Bearer ${env.SVCAPI_TOKEN}`);
  }
  t.deepEqual(other.requests, []);
});

/** Sends a byte now and then. */
function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 50);
  socket.on('close', () => clearInterval(timer));
}

test('a server that is silent, or sends a byte now and then, is a timeout', async (t) => {
  for (const handle of [() => {}, drip]) {
    const url = await rawServer(t, handle);
    const said = `${url} did not answer in time; try again, or raise --timeout`;
    await refuses(t, run(['hello', '--url', url, '--timeout', '1']), 9, said);
  }
});

test('an answer without an end is cut off', async (t) => {
  let sent = 0;
  const url = await rawServer(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 'x'), Buffer.from('\r\n')]);
    const pour = () => {
      while (!socket.destroyed) {
        sent += chunk.length;
        if (!socket.write(chunk)) return socket.once('drain', pour);
      }
      return undefined;
    };
    pour();
  });
  await refuses(t, run(['hello', '--url', url, '--timeout', '1h']), 3, /^svcapi: the answer is larger than 64 MiB;/);
  t.true(sent < 200 * 1024 * 1024);
});

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"version":';
const MIDDLE = /^svcapi: .*closed the connection in the middle of its answer; try again\n$/;

test('a connection that closes early', async (t) => {
  for (const [bytes, code, message] of [
    [
      '',
      9,
      /closed the connection without an answer: it restarts, or has blacklisted this address; try again later, or ask its host\n$/,
    ],
    [HEAD, 9, MIDDLE],
    ['HTTP/1.1 200 OK\r\nContent-Ty', 9, MIDDLE],
    ['SSH-2.0-OpenSSH_9.2\r\n', 3, /^svcapi: the answer is not HTTP/],
    [`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`, 3, /^svcapi: the answer is not HTTP, or/],
  ] as const) {
    const url = await rawServer(t, (socket) => void socket.once('data', () => socket.end(bytes)));
    await refuses(t, run(['permissions', '--url', url]), code, message);
  }
  const url = await closedPort();
  const next = 'start a service there with svcapi serve, or name another with --url';
  await refuses(t, run(['hello', '--url', url]), 9, `nothing answers at ${url}; ${next}`);
});

test('after a change without an answer, the message says that it may have been made', async (t) => {
  const url = await rawServer(t, (socket) => void socket.once('data', () => socket.end()));
  const said = async (...argv: string[]) =>
    (await run(['datacard', 'assign', '14:1', '--to', '4:1', '--uses', '1', ...argv], { env })).stderr;
  t.regex(await said('--url', url), /; the change may have been made: see svcapi datacard show 14:1\n$/);
  const keyed = await said('--url', url, '--idempotency-key', 'k');
  t.regex(await said('--url', url, '--retry', '--xml'), /^(.*; trying again in \d s\.\n){10}svcapi: /);
  t.regex(keyed, /; the change may have been made: run it again with the same --idempotency-key\n$/);
  t.notRegex(await said('--url', await closedPort()), /may have been made/);
  t.true(new Unreachable('CERT_HAS_EXPIRED', new URL(url)).isBeforeRequest);
});

/** A caller with the transport of the command line. */
function callerOf(baseUrl: string, options: Partial<CallerOptions> = {}): Caller {
  return new Caller({ baseUrl, transport: httpTransport, ...options });
}

test('calls share a connection, and only what can be repeated is sent again when that was closed', async (t) => {
  const seen: string[] = [];
  let connections = 0;
  // It answers the first request of a connection, and closes it at the second.
  const url = await rawServer(t, (socket) => {
    connections++;
    let requests = 0;
    socket.on('data', (data) => {
      seen.push(String(data).split(' ')[0] ?? '');
      if (++requests > 1) socket.end();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"svcapi": {}}');
    });
  });
  const client = callerOf(url);
  await client.call('GET /api/time');
  await client.call('GET /api/time');
  t.deepEqual([seen, connections], [['GET', 'GET', 'GET'], 2]);
  await client.call('POST /datacard/{uid}', { params: { uid: '14:1' }, body: {} as never });
  t.deepEqual(seen.slice(3), ['POST', 'POST'], 'a change with its key');
  const call = client.send({ method: 'DELETE', path: '/datacard/14:1' });
  const error = await t.throwsAsync(call, { instanceOf: Unreachable });
  t.deepEqual([error.code, error.isBeforeRequest, seen.slice(5)], ['ECONNRESET', false, ['DELETE']]);
});

test('an aborted call rejects with the reason of its signal, also while its answer arrives', async (t) => {
  for (const answer of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx']) {
    const controller = new AbortController();
    const url = await rawServer(t, (socket) => {
      socket.write(answer);
      setImmediate(() => controller.abort(new Error('enough')));
    });
    const caller = callerOf(url, { signal: controller.signal });
    await t.throwsAsync(caller.call('GET /api/time'), { message: 'enough' });
    await t.throwsAsync(caller.call('GET /api/time'), { message: 'enough' }, 'nor is another begun');
  }
});
