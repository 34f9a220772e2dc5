import { setTimeout as after } from 'node:timers/promises';
import test from 'ava';
import { Client, ServiceError, Unreachable, WrongAnswer } from '../../src/client/index.js';
import { rawServer, strangeServer } from '../helpers/cli/strange-server.js';
import { NOW } from '../helpers/galaxy.js';
import { withServer } from '../helpers/server.js';

test('a call is typed by its route, and returns the payload and the rate limit', withServer, async (t, server) => {
  const client = new Client({ url: new URL(server.url).origin, token: server.token });
  const time = await client.call('POST /api/time', { body: { cgt: 'Year 12 Day 3' } });
  t.is(time.envelope.svcapi.timestamp, 1291273200);
  t.is(time.rateLimit, undefined);
  const { envelope, rateLimit, status } = await client.call('GET /datacard/{uid}', { params: { uid: '14:3' } });
  t.is(status, 200);
  t.is(envelope.resource, 'datacard');
  t.is(envelope.svcapi.datacard.uses, 6);
  t.deepEqual(rateLimit, { limit: 600, remaining: 599, reset: NOW + 3600 });
  const log = await client.call('GET /character/{uid}/creditlog', {
    params: { uid: 'Hana Veil' },
    query: { item_count: 2, start_id: undefined },
  });
  t.is(log.envelope.svcapi.transactions.attributes.count, 2);
  const own = await client.call('GET /character[/{uid}]');
  t.is(own.envelope.svcapi.character.name, 'Hana Veil');
});

test(
  'an error carries its code, its details and the rate limit',
  withServer,
  async (t, server) => {
    const client = new Client({ url: `${new URL(server.url).origin}/`, token: server.token });
    await client.call('GET /event/{uid}', { params: { uid: '39:1' } });
    const error = await t.throwsAsync(client.call('GET /event/{uid}', { params: { uid: '39:1' } }), {
      instanceOf: ServiceError,
    });
    t.is(error.code, 'rate_limit_exceeded');
    t.is(error.status, 400);
    t.is(error.exit, 'rate_limited');
    t.deepEqual(error.details, { retry_after: 3600, calls_until_blacklist: 599, blacklist_for: 86_400 });
    t.deepEqual(error.rateLimit, { limit: 1, remaining: 0, reset: NOW + 3600 });
    t.is(JSON.parse(error.text).resource, 'error');
  },
  { rateLimit: 1 },
);

test('an error in XML carries the same', withServer, async (t, server) => {
  const client = new Client({ url: new URL(server.url).origin });
  const send = (format: 'json' | 'xml') =>
    t.throwsAsync(client.send({ method: 'GET', path: '/event/39:1', format }), { instanceOf: ServiceError });
  const [json, xml] = [await send('json'), await send('xml')];
  t.is(json.code, 'token_missing');
  t.deepEqual([xml.code, xml.message, xml.status, xml.details], [json.code, json.message, json.status, json.details]);
});

test('an idempotency key makes a change once', withServer, async (t, server) => {
  const client = new Client({ url: new URL(server.url).origin, token: server.token });
  const assign = () =>
    client.call(
      'POST /datacard/{uid}',
      { params: { uid: '14:1' }, body: { production_entity_uid: '4:1', uses: 3 } },
      { idempotencyKey: 'once' },
    );
  const first = await assign();
  t.deepEqual((await assign()).envelope.svcapi, first.envelope.svcapi);
  t.is(first.envelope.svcapi.assignments.assignment[0]?.newquantity, 3);
});

test('calls share a connection', async (t) => {
  const ports = new Set<number | undefined>();
  const { url } = await strangeServer(t, (response, request) => {
    ports.add(request.socket.remotePort);
    response.end('{"svcapi": {}}');
  });
  const client = new Client({ url });
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
  const client = new Client({ url: await forgetful(t, seen) });
  await client.call('GET /api/time');
  await client.call('GET /api/time');
  t.deepEqual(seen, ['GET', 'GET', 'GET']);
  const keyed = client.call(
    'POST /datacard/{uid}',
    { params: { uid: '14:1' }, body: {} as never },
    { idempotencyKey: 'k' },
  );
  await keyed;
  t.deepEqual(seen.slice(3), ['POST', 'POST']);
});

test('a change without an idempotency key is not sent again', async (t) => {
  const seen: string[] = [];
  const client = new Client({ url: await forgetful(t, seen) });
  await client.call('GET /api/time');
  const error = await t.throwsAsync(client.call('DELETE /datacard/{uid}', { params: { uid: '14:1' } }), {
    instanceOf: Unreachable,
  });
  t.is(error.code, 'ECONNRESET');
  t.false(error.isBeforeRequest);
  t.deepEqual(seen, ['GET', 'DELETE']);
});

test('an aborted call rejects with the reason of its signal', async (t) => {
  const url = await rawServer(t, () => {});
  const controller = new AbortController();
  const call = new Client({ url, signal: controller.signal }).call('GET /api/time');
  await after(0);
  controller.abort(new Error('enough'));
  await t.throwsAsync(call, { message: 'enough' });
  await t.throwsAsync(new Client({ url, signal: controller.signal }).call('GET /api/time'), { message: 'enough' });
});

test('a call can be aborted while its answer arrives', async (t) => {
  const controller = new AbortController();
  const url = await rawServer(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx');
    setImmediate(() => controller.abort(new Error('enough')));
  });
  await t.throwsAsync(new Client({ url, signal: controller.signal }).call('GET /api/time'), { message: 'enough' });
});

test('an answer of the maximum size is read, and one byte more is an error', async (t) => {
  const body = '{"svcapi": {}}';
  const { url } = await strangeServer(t, (response) => response.end(body));
  t.is((await new Client({ url, maxBytes: body.length }).call('GET /api/time')).status, 200);
  await t.throwsAsync(new Client({ url, maxBytes: body.length - 1 }).call('GET /api/time'), {
    instanceOf: WrongAnswer,
  });
});

test('an invalid header is refused before anything is sent', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end('{"svcapi": {}}'));
  const client = new Client({ url });
  await t.throwsAsync(client.send({ method: 'GET', path: '/', headers: { X: 'a\nb' } }), { code: 'ERR_INVALID_CHAR' });
  t.deepEqual(requests, []);
});
