import { setTimeout as after } from 'node:timers/promises';
import test from 'ava';
import { httpTransport } from '../../../src/cli/connection/http-transport.js';
import { Caller, type CallerOptions } from '../../../src/client/caller.js';
import { Unreachable } from '../../../src/client/errors.js';
import { rawServer, strangeServer } from '../../helpers/cli/strange-server.js';

/** A caller with the transport of the command line. */
function callerOf(baseUrl: string, options: Partial<CallerOptions> = {}): Caller {
  return new Caller({ baseUrl, transport: httpTransport, ...options });
}

test('calls share a connection', async (t) => {
  const ports = new Set<number | undefined>();
  const { url } = await strangeServer(t, (response, request) => {
    ports.add(request.socket.remotePort);
    response.end('{"svcapi": {}}');
  });
  const client = callerOf(url);
  for (let call = 0; call < 3; call++) await client.call('GET /api/time');
  t.is(ports.size, 1);
});

/** A server that answers the first request of a connection, and closes it at the second. */
function forgetful(t: Parameters<typeof rawServer>[0], seen: string[]): Promise<string> {
  return rawServer(t, (socket) => {
    let requests = 0;
    socket.on('data', (data) => {
      seen.push(String(data).split(' ')[0] ?? '');
      if (++requests > 1) socket.end();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"svcapi": {}}');
    });
  });
}

test('a GET and a keyed change are sent again when their connection was closed', async (t) => {
  const seen: string[] = [];
  const client = callerOf(await forgetful(t, seen));
  await client.call('GET /api/time');
  await client.call('GET /api/time');
  t.deepEqual(seen, ['GET', 'GET', 'GET']);
  await client.call('POST /datacard/{uid}', { params: { uid: '14:1' }, body: {} as never });
  t.deepEqual(seen.slice(3), ['POST', 'POST']);
});

test('a change without an idempotency key is not sent again', async (t) => {
  const seen: string[] = [];
  const client = callerOf(await forgetful(t, seen));
  await client.call('GET /api/time');
  const error = await t.throwsAsync(client.send({ method: 'DELETE', path: '/datacard/14:1' }), {
    instanceOf: Unreachable,
  });
  t.is(error.code, 'ECONNRESET');
  t.false(error.isBeforeRequest);
  t.deepEqual(seen, ['GET', 'DELETE']);
});

test('an aborted call rejects with the reason of its signal', async (t) => {
  const url = await rawServer(t, () => {});
  const controller = new AbortController();
  const call = callerOf(url, { signal: controller.signal }).call('GET /api/time');
  await after(0);
  controller.abort(new Error('enough'));
  await t.throwsAsync(call, { message: 'enough' });
  await t.throwsAsync(callerOf(url, { signal: controller.signal }).call('GET /api/time'), { message: 'enough' });
});

test('a call can be aborted while its answer arrives', async (t) => {
  const controller = new AbortController();
  const url = await rawServer(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx');
    setImmediate(() => controller.abort(new Error('enough')));
  });
  await t.throwsAsync(callerOf(url, { signal: controller.signal }).call('GET /api/time'), { message: 'enough' });
});

test('an invalid header is refused before anything is sent', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end('{"svcapi": {}}'));
  const client = callerOf(url);
  await t.throwsAsync(client.send({ method: 'GET', path: '/', headers: { X: 'a\nb' } }), { code: 'ERR_INVALID_CHAR' });
  t.deepEqual(requests, []);
});
