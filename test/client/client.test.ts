import test from 'ava';
import { exitOf } from '../../src/cli/output/explain-error.js';
import { Client, ServiceError } from '../../src/client/index.js';
import { NOW } from '../helpers/galaxy.js';
import { withServer } from '../helpers/server.js';

test('a call is typed by its route, and returns the payload and the rate limit', withServer, async (t, server) => {
  const client = new Client({ baseUrl: new URL(server.url).origin, token: server.token });
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
    const client = new Client({ baseUrl: `${new URL(server.url).origin}/`, token: server.token });
    await client.call('GET /event/{uid}', { params: { uid: '39:1' } });
    const error = await t.throwsAsync(client.call('GET /event/{uid}', { params: { uid: '39:1' } }), {
      instanceOf: ServiceError,
    });
    t.is(error.code, 'rate_limit_exceeded');
    t.is(error.status, 400);
    t.is(exitOf(error), 'rate_limited');
    t.deepEqual(error.retryAt, new Date((NOW + 3600) * 1000));
    t.deepEqual(error.details, { retry_after: 3600, calls_until_blacklist: 599, blacklist_for: 86_400 });
    t.deepEqual(error.rateLimit, { limit: 1, remaining: 0, reset: NOW + 3600 });
    t.is(JSON.parse(error.answer.text).resource, 'error');
  },
  { rateLimit: 1 },
);

test('an error in XML carries the same', withServer, async (t, server) => {
  const client = new Client({ baseUrl: new URL(server.url).origin });
  const send = (format: 'json' | 'xml') =>
    t.throwsAsync(client.send({ method: 'GET', path: '/event/39:1', format }), { instanceOf: ServiceError });
  const [json, xml] = [await send('json'), await send('xml')];
  t.is(json.code, 'token_missing');
  t.deepEqual([xml.code, xml.message, xml.status, xml.details], [json.code, json.message, json.status, json.details]);
});

test('an idempotency key makes a change once', withServer, async (t, server) => {
  const client = new Client({ baseUrl: new URL(server.url).origin, token: server.token });
  const assign = () =>
    client.call('POST /datacard/{uid}', {
      params: { uid: '14:1' },
      body: { production_entity_uid: '4:1', uses: 3 },
      idempotencyKey: 'once',
    });
  const first = await assign();
  t.deepEqual((await assign()).envelope.svcapi, first.envelope.svcapi);
  t.is(first.envelope.svcapi.assignments.assignment[0]?.newquantity, 3);
});

test('send returns a 304 to a request with an If-None-Match', withServer, async (t, server) => {
  const client = new Client({ baseUrl: new URL(server.url).origin, token: server.token });
  const { etag = '' } = await client.call('GET /datacard/{uid}', { params: { uid: '14:1' } });
  t.regex(etag, /^W\/"[\w-]{22}"$/);
  const again = await client.send({ method: 'GET', path: '/datacard/14:1', headers: { 'if-none-match': etag } });
  t.deepEqual([again.status, again.text], [304, '']);
});
