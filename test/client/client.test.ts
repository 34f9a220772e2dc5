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
  const {
    envelope,
    rateLimit,
    status,
    etag = '',
  } = await client.call('GET /datacard/{uid}', { params: { uid: '14:3' } });
  t.deepEqual([status, envelope.resource, envelope.svcapi.datacard.uses], [200, 'datacard', 6]);
  t.deepEqual(rateLimit, { limit: 600, remaining: 599, reset: NOW + 3600 });
  const again = await client.send({ method: 'GET', path: '/datacard/14:3', headers: { 'if-none-match': etag } });
  t.deepEqual([again.status, again.text], [304, '']);
  const query = { item_count: 2, start_id: undefined };
  const log = await client.call('GET /character/{uid}/creditlog', { params: { uid: 'Hana Veil' }, query });
  t.is(log.envelope.svcapi.transactions.attributes.count, 2);
  t.is((await client.call('GET /character[/{uid}]')).envelope.svcapi.character.name, 'Hana Veil');
  const body = { production_entity_uid: '4:1', uses: 3 };
  const assign = () => client.call('POST /datacard/{uid}', { params: { uid: '14:1' }, body, idempotencyKey: 'once' });
  t.deepEqual((await assign()).data, (await assign()).data);
  t.is((await client.call('GET /datacard/{uid}', { params: { uid: '14:1' } })).data.datacard.uses, 97);
});

test(
  'an error carries its code, its details and the rate limit, in either format',
  withServer,
  async (t, server) => {
    const client = new Client({ baseUrl: `${new URL(server.url).origin}/`, token: server.token, retries: 0 });
    const send = (format: 'json' | 'xml') => client.send({ method: 'GET', path: '/event/39:1', format });
    await send('json');
    const error = await t.throwsAsync(client.call('GET /event/{uid}', { params: { uid: '39:1' } }), {
      instanceOf: ServiceError,
    });
    t.deepEqual([error.code, error.status, exitOf(error)], ['rate_limit_exceeded', 400, 'rate_limited']);
    t.deepEqual(error.retryAt, new Date((NOW + 3600) * 1000));
    t.deepEqual(error.details, { retry_after: 3600, calls_until_blacklist: 599, blacklist_for: 86_400 });
    t.deepEqual(error.rateLimit, { limit: 1, remaining: 0, reset: NOW + 3600 });
    t.is(JSON.parse(error.answer.text).resource, 'error');
    const xml = await t.throwsAsync(send('xml'), { instanceOf: ServiceError });
    t.deepEqual([xml.code, xml.status, xml.message.slice(0, 20)], [error.code, 400, error.message.slice(0, 20)]);
    t.deepEqual(xml.details, { ...error.details, calls_until_blacklist: 598 });
  },
  { rateLimit: 1 },
);
