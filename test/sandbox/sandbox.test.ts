import test from 'ava';
import pino from 'pino';
import { openSandbox } from '../../src/sandbox/open-sandbox.js';
import { changesOf } from '../helpers/changes-of.js';
import { NOW } from '../helpers/galaxy.js';
import { RawClient } from '../helpers/raw.js';
import { rawRequest, type Sandboxed, startSandboxed } from '../helpers/sandboxed.js';
import { defaults } from '../helpers/server.js';
import { until } from '../helpers/until.js';

const SANDBOX_OPTIONS = { ...defaults, host: '127.0.0.1', port: 0 };

const get = async (server: Sandboxed, path: string, token = server.token) => {
  const text = await server.exchange(rawRequest(`GET /ws/v2.0${path}`, { Authorization: `Bearer ${token}` }));
  return { status: Number(text.slice(9, 12)), text };
};

const ASSIGN = 'POST /ws/v2.0/datacard/14:1';

const assign = (server: Sandboxed) =>
  server.exchange(rawRequest(ASSIGN, { Authorization: `Bearer ${server.token}` }, 'production_entity_uid=4:1&uses=3'));

test('the clock stands still, and everything that the service says follows it', async (t) => {
  const server = await startSandboxed(t);
  const first = await get(server, '/api/time');
  t.is((await get(server, '/api/time')).text, first.text);
  t.regex(first.text, /\r\nDate: Mon, 17 Jun 2024 12:00:00 GMT\r\n/);
  t.is(server.sandbox.clock({ advance: '2h' }).now, NOW + 7200);
  const later = await get(server, '/api/time');
  t.regex(later.text, /\r\nDate: Mon, 17 Jun 2024 14:00:00 GMT\r\n/);
  t.true(later.text.includes(`"timestamp":${NOW + 7200}`));
  t.is(server.sandbox.clock({ set: 'Year 27 Day 2' }).cgt, 'Year 27 Day 2, 00:00:00');
  t.is(server.sandbox.clock({ set: '2010-12-02T07:00:00Z' }).now, 1_291_273_200);
  t.is(server.sandbox.clock({ set: 1_291_273_200, running: true }).running, true);
  t.is(server.sandbox.clock({ running: false }).running, false);
  t.is(server.sandbox.clock({ set: NOW, advance: '2h' }).now, NOW + 7200);
});

test('rate-limit windows, tokens and the blacklist end by the clock', async (t) => {
  const server = await startSandboxed(t, { rateLimit: 1, blacklistAfter: 2, blacklistFor: 60 });
  const { token } = await server.sandbox.token({ character: '1:2', lifetime: '30m' });
  const status = async (who = server.token) => (await get(server, '/character', who)).status;
  t.deepEqual([await status(token), await status(token)], [200, 400]);
  server.sandbox.clock({ advance: '1h' });
  t.is(await status(token), 401, 'a window has begun, and the token has expired');
  server.sandbox.clock({ set: NOW });
  t.is((await get(server, '/datacard/14:3', token)).status, 200, 'the token is good again');
  server.sandbox.clock({ set: NOW + 3600 });
  t.deepEqual([await status(), await status()], [400, 400]);
  t.is((await get(server, '/character')).text, '', 'blacklisted');
  server.sandbox.clock({ advance: 61_000 });
  t.is((await get(server, '/event/39:1')).status, 200);
});

test('a kept answer has the time of the clock, wherever it is set, and a 304 beside it', async (t) => {
  const server = await startSandboxed(t);
  const path = '/datacards/20:1';
  const first = await get(server, path);
  const etag = /\r\netag: (.*)\r\n/i.exec(first.text)?.[1];
  for (const time of [{ advance: '2h' }, { set: 'Year 27 Day 2' }, { set: 1_291_273_200 }, { set: NOW }]) {
    const { now } = server.sandbox.clock(time);
    const { status, text } = await get(server, path, '');
    t.is(status, 200);
    t.true(text.includes(`"timestamp":${now}`));
    t.true(text.includes(`\r\nDate: ${new Date(now * 1000).toUTCString()}\r\n`));
    t.is(text.split('"svcapi"')[1], first.text.split('"svcapi"')[1]);
    const fields = { Authorization: `Bearer ${server.token}`, 'If-None-Match': etag };
    t.regex(await server.exchange(rawRequest(`GET /ws/v2.0${path}`, fields)), /^HTTP\/1.1 304 /);
  }
});

test('a reset goes back to the beginning, ends the blacklist, and the token stays good', async (t) => {
  const server = await startSandboxed(t, { rateLimit: 2, blacklistAfter: 1 });
  const before = await get(server, '/datacard/14:1');
  await assign(server);
  server.sandbox.clock({ advance: '5m' });
  server.sandbox.faults.add({ route: 'GET /character', empty: true });
  t.is((await get(server, '/character')).text, '');
  await get(server, '/datacard/14:1');
  t.is((await get(server, '/api/time')).text, '', 'blacklisted');
  await server.sandbox.reset();
  t.deepEqual([server.sandbox.recorder.list(), server.sandbox.faults.list()], [[], []]);
  t.is((await get(server, '/datacard/14:1')).text, before.text, 'datacard, clock and rate limit are those of before');
  t.deepEqual(await changesOf(server.store, '14:1'), []);
});

test('the service goes back and forth between snapshots', async (t) => {
  const server = await startSandboxed(t);
  const uses = async () => /"uses":(\d+)/.exec((await get(server, '/datacard/14:1')).text)?.[1];
  const first = await server.sandbox.snapshot();
  await assign(server);
  server.sandbox.clock({ advance: '1h' });
  const second = await server.sandbox.snapshot();
  await assign(server);
  t.is(await uses(), '94');
  await server.sandbox.reset(first);
  t.is(await uses(), '100');
  t.is(server.sandbox.clock().now, NOW);
  await server.sandbox.reset(second);
  t.is(await uses(), '97');
  t.is(server.sandbox.clock().now, NOW + 3600);
  t.is((await changesOf(server.store, '14:1')).length, 1);
  await server.sandbox.drop(second.snapshot);
  await t.throwsAsync(server.sandbox.reset(second), { message: /there is no snapshot “snapshot-2”/ });
  await server.sandbox.reset(first);
  await assign(server);
  const ids: unknown[] = [];
  for await (const batch of server.store.dump()) {
    if (batch.type === 'datacard_change' && 'rows' in batch)
      ids.push(...batch.rows.map((row) => 'id' in row && row.id));
  }
  t.deepEqual(ids, [1], 'numbers begin again, too');
});

test('the same calls after a reset make the same tokens', async (t) => {
  const { sandbox } = await startSandboxed(t);
  const make = async () => [
    await sandbox.token({ character: '1:3', permissions: ['character_read'] }),
    await sandbox.token({ character: 'Hana Veil' }),
  ];
  const first = await make();
  await sandbox.reset();
  t.deepEqual(await make(), first);
  t.not(first[0]?.token, first[1]?.token);
});

test('requests are recorded in their order, with what they sent', async (t) => {
  const server = await startSandboxed(t, { accessTokenParameter: true });
  const { token } = server;
  await get(server, '/character?format=json');
  await server.exchange(rawRequest(`GET /ws/v2.0/character/1:2?access_token=${token}`));
  const json = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = '{"production_entity_uid":"4:1","uses":3}';
  await server.exchange(rawRequest('POST /ws/v2.0/datacard/14:1', json, body));
  await assign(server);
  await server.exchange(rawRequest('GET /nowhere'));
  const requests = server.sandbox.recorder.list();
  t.deepEqual(
    requests.map(({ method, route, status, error }) => [method, route, status, error]),
    [
      ['GET', 'GET /character[/{uid}]', 200, undefined],
      ['GET', 'GET /character[/{uid}]', 200, undefined],
      ['POST', 'POST /datacard/{uid}', 200, undefined],
      ['POST', 'POST /datacard/{uid}', 200, undefined],
      ['GET', undefined, 404, 'route_not_found'],
    ],
  );
  t.deepEqual(requests[0]?.query, { format: 'json' });
  t.is(requests[0]?.headers.authorization, `Bearer ${token}`, 'the token is one of the demo');
  t.deepEqual(requests[1]?.query, { access_token: token });
  t.deepEqual(requests[2]?.body, { production_entity_uid: '4:1', uses: 3 });
  t.deepEqual(requests[3]?.body, { production_entity_uid: '4:1', uses: '3' });
  t.is(server.sandbox.recorder.list({ route: 'GET /character' }).length, 2);
  t.is(server.sandbox.recorder.list({ route: 'GET /character/{uid}' }).length, 2, 'the optional part may be named');
});

const MOMENT = 'set: must be Unix seconds (1291273200), ISO 8601 with its zone';
const received = (name: string, expected: string, type: string) =>
  `${name}: Invalid input: expected ${expected}, received ${type}`;

/** Inputs that an operation cannot take, as programs without types give them. */
const refused: [take: (sandbox: Sandboxed['sandbox']) => unknown, message: string][] = [
  [(sandbox) => sandbox.clock({ advnce: '2h' }), 'there is no option “advnce”; the options are set, advance, running'],
  [(sandbox) => sandbox.clock('2h'), 'must be an object with set, advance, running'],
  [(sandbox) => sandbox.clock({ set: '1h', advance: '1h' }), MOMENT],
  [(sandbox) => sandbox.clock({ set: null }), MOMENT],
  [(sandbox) => sandbox.clock({ set: Number.NaN }), MOMENT],
  [(sandbox) => sandbox.clock({ advance: '9999999999d' }), 'set and advance: must end before the year 10000'],
  [(sandbox) => sandbox.clock({ advance: -1 }), 'advance: Too small: expected number to be >=0'],
  [(sandbox) => sandbox.clock({ running: 'yes' }), received('running', 'boolean', 'string')],
  [({ faults }) => faults.add({ route: 5, empty: true }), received('route', 'string', 'number')],
  [({ faults }) => faults.add({ route: '*', empty: false }), 'empty: Invalid input: expected true'],
  [({ faults }) => faults.add({ route: '*', empty: true, times: 0 }), 'times: Too small: expected number to be >=1'],
  [({ faults }) => faults.add({ route: '*', empty: true, times: 1.5 }), received('times', 'int', 'number')],
  [
    ({ faults }) => faults.add({ route: '*', code: 'oops' }),
    'code: Invalid option: expected one of "invalid_parameter"|"malformed_request"|',
  ],
  [({ faults }) => faults.add({ route: '*', cut: '100' }), received('cut', 'number', 'string')],
  [({ recorder }) => recorder.list('GET /character'), 'must be an object with route, where'],
  [({ recorder }) => recorder.list({ path: '/character' }), 'there is no option “path”; the options are route, where'],
  [(sandbox) => sandbox.token(undefined), 'must be an object with character, permissions, lifetime'],
  [(sandbox) => sandbox.token({ character: 1 }), received('character', 'string', 'number')],
  [(sandbox) => sandbox.token({ character: '1:1', permissions: 'all' }), received('permissions', 'array', 'string')],
  [(sandbox) => sandbox.token({ character: '1:1', permissions: ['all'] }), 'permissions.0: '],
  [(sandbox) => sandbox.token({ character: '1:99' }), 'character: there is no character “1:99”; the first is 1:1'],
  [
    (sandbox) => sandbox.token({ character: '1:1', lifetime: 'long' }),
    'lifetime: must be milliseconds, or a number with ms',
  ],
  [(sandbox) => sandbox.reset({ snapshot: {} }), received('snapshot', 'string', 'object')],
  [(sandbox) => sandbox.reset({ snapshot: 'first' }), 'snapshot: there is no snapshot “first”; take one first'],
  [(sandbox) => sandbox.load({ records: {} }), received('records', 'array', 'object')],
  [(sandbox) => sandbox.load({ records: ['faction'] }), received('records.0', 'object', 'string')],
  [(sandbox) => sandbox.load({ records: [{}] }), received('records.0.kind', 'string', 'undefined')],
];

test('an operation that cannot take its input names the option and what it expects', async (t) => {
  const { sandbox } = await startSandboxed(t);
  for (const [take, message] of refused) {
    const error = await t.throwsAsync(async () => take(sandbox), { name: 'SandboxError' }, message);
    t.true(error?.message.startsWith(message), `${error?.message} instead of ${message}`);
  }
});

test('a request is waited for and verified, and the latest are named when it does not come', async (t) => {
  const server = await startSandboxed(t);
  const { recorder } = server.sandbox;
  const datacard = { route: 'GET /datacard/{uid}', where: { parameters: { uid: '14:1' } } };
  const waiting = recorder.waitFor({ ...datacard, times: 2, timeout: '1h' });
  await get(server, '/datacard/14:1');
  await get(server, '/datacard/14:2');
  await assign(server);
  await get(server, '/datacard/14:1?format=json');
  t.like(await waiting, { path: '/ws/v2.0/datacard/14:1', query: { format: 'json' }, status: 200 });
  const error = await t.throwsAsync(recorder.waitFor({ ...datacard, times: 3, timeout: 1 }), { name: 'SandboxError' });
  t.is(
    error.message,
    '2 requests came in within 1 ms, not 3; the latest were GET “/ws/v2.0/datacard/14:1”, GET “/ws/v2.0/datacard/14:2”, ' +
      'POST “/ws/v2.0/datacard/14:1”, GET “/ws/v2.0/datacard/14:1”',
  );
  const [assigned, entity] = [
    'POST /datacard/{uid}',
    (uid: string) => ({ parameters: { production_entity_uid: uid } }),
  ];
  recorder.verify({});
  recorder.verify({ route: 'GET /datacard/{uid}', times: 3 });
  recorder.verify({ route: assigned, where: entity('4:1') });
  recorder.verify({ route: assigned, where: entity('4:2'), times: 0 });
  recorder.verify({ where: { headers: { Authorization: `Bearer ${server.token}` } }, times: 4 });
  t.throws(() => recorder.verify({ times: 1 }), { message: /^4 requests came in, not 1; the latest were GET / });
  t.throws(() => recorder.verify({ route: 'GET /character' }), { message: /^0 requests came in, not one or more/ });
  t.throws(() => recorder.verify({ route: 'GET /character', where: { parameters: { id: 1 } } }), {
    message: /^where\.parameters: GET \/character has no parameter “id”/,
  });
});

test('a token that a test has chosen works', async (t) => {
  const token = `svcapi_${'chosen-by_A-test'.repeat(3).slice(0, 43)}`;
  const server = await openSandbox(pino({ level: 'silent' }), SANDBOX_OPTIONS, { size: 0.01, token });
  t.teardown(() => server.close());
  const headers = { Authorization: `Bearer ${token}` };
  t.is((await fetch(`${server.url}/ws/v2.0/character`, { headers })).status, 200);
});

test('a reset ends streams, and records of arrivals come back as they were', async (t) => {
  const server = await startSandboxed(t);
  const client = await RawClient.connect(server.url);
  client.send(
    rawRequest('GET /ws/v2.0/events/personal', {
      ...{ Authorization: `Bearer ${server.token}`, Accept: 'text/event-stream' },
    }),
  );
  await until(() => client.received.includes('event: place'), { what: 'a stream is open' });
  const before = await server.store.arrivals.span();
  const event = { kind: 'event', uid: '39:900', receiver: '1:1', time: NOW, text: 'New' };
  await server.sandbox.load({ records: [event] });
  await until(() => client.received.includes('39:900'), { what: 'the event is sent' });
  await server.sandbox.reset();
  await client.closed;
  t.deepEqual(await server.store.arrivals.span(), before);
  await server.sandbox.load({ records: [event] });
  t.is((await server.store.arrivals.span()).last, before.last + 1);
});

test('records are loaded whole or not at all', async (t) => {
  const server = await startSandboxed(t);
  const faction = { kind: 'faction', uid: '20:7', name: 'Harbour & Sons' };
  t.deepEqual(await server.sandbox.load({ records: [faction] }), { records: 1 });
  t.is((await get(server, '/entity/20:7')).status, 200);
  await t.throwsAsync(
    server.sandbox.load({ records: [{ ...faction, uid: '20:8', name: 'Other' }, { kind: 'faction' }] }),
    {
      message: /Record 2: /,
    },
  );
  t.is((await get(server, '/entity/20:8')).status, 404);
  await server.sandbox.reset();
  t.is((await get(server, '/entity/20:7')).status, 404);
});
