import { Writable } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { type ErrorCode, failures } from '../../src/domain/failure.js';
import { openControlled } from '../../src/sandbox/open-sandbox.js';
import { createLog } from '../../src/server/log.js';
import type { StartOptions } from '../../src/server/start.js';
import type { Store } from '../../src/store/store.js';
import { changesOf } from '../helpers/changes-of.js';
import { loadGalaxy, NOW, tokenFor } from '../helpers/galaxy.js';
import { RawClient } from '../helpers/raw.js';
import { defaults } from '../helpers/server.js';
import { openStream } from '../helpers/stream.js';
import { inTime } from '../helpers/until.js';

type Sandboxed = Awaited<ReturnType<typeof startSandboxed>>;

/** Starts a sandbox with the small galaxy, in the process of the test, which ends with it. Its token is that of Hana (1:1). */
async function startSandboxed(t: ExecutionContext, options: Partial<StartOptions> = {}) {
  let store: Store | undefined;
  const galaxy = { now: NOW, seed: 1, client: 'console' };
  const log = createLog('silent', new Writable());
  const open = await openControlled(log, { ...defaults, ...options }, galaxy, async (own) => {
    store = own;
    await loadGalaxy(own);
    return tokenFor(own, '1:1');
  });
  t.teardown(() => open.close());
  return {
    ...{ url: open.url, store: store as unknown as Store, token: open.token, sandbox: open.sandbox },
    /** Sends a request as it stands, and returns every byte that comes back until the connection is closed. */
    async exchange(request: string) {
      const client = await RawClient.connect(open.url);
      client.send(request);
      await inTime(client.closed, 'the connection is not closed');
      return client.received.toString('utf8');
    },
  };
}

/** Builds a request that closes its connection; a field that is undefined is left out. */
function rawRequest(line: string, fields: Record<string, string | undefined> = {}, body?: string): string {
  const all = {
    ...{ Host: '127.0.0.1', 'X-Request-Id': 'the-same', Connection: 'close' },
    ...(body !== undefined && {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
    ...fields,
  };
  const head = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]));
  return `${line} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`;
}

const get = async (server: Sandboxed, path: string, token = server.token) => {
  const text = await server.exchange(rawRequest(`GET /ws/v2.0${path}`, { Authorization: `Bearer ${token}` }));
  return { status: statusOf(text), text };
};

const assign = (server: Sandboxed, body = 'production_entity_uid=4:1&uses=3', fields = {}) =>
  server.exchange(
    rawRequest('POST /ws/v2.0/datacard/14:1', { Authorization: `Bearer ${server.token}`, ...fields }, body),
  );

const usesOf = async (server: Sandboxed) =>
  Number(/"uses":(\d+)/.exec((await get(server, '/datacard/14:1')).text)?.[1]);

const statusOf = (answer: string) => Number(answer.slice(9, 12));

const character = async (server: Sandboxed) => (await get(server, '/character')).text;

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
  const { token } = await server.sandbox.token({ character: '1:2' });
  await server.sandbox.reset();
  t.is((await server.sandbox.token({ character: '1:2' })).token, token, 'the same calls make the same tokens');
  t.deepEqual([server.sandbox.recorder.list(), server.sandbox.faults.list()], [[], []]);
  t.is((await get(server, '/datacard/14:1')).text, before.text, 'datacard, clock and rate limit are those of before');
  t.deepEqual(await changesOf(server.store, '14:1'), []);
});

test('the service goes back and forth between snapshots', async (t) => {
  const server = await startSandboxed(t);
  const uses = () => usesOf(server);
  const first = await server.sandbox.snapshot();
  await assign(server);
  server.sandbox.clock({ advance: '1h' });
  const second = await server.sandbox.snapshot();
  await assign(server);
  t.is(await uses(), 94);
  await server.sandbox.reset(first);
  t.is(await uses(), 100);
  t.is(server.sandbox.clock().now, NOW);
  await server.sandbox.reset(second);
  t.is(await uses(), 97);
  t.is(server.sandbox.clock().now, NOW + 3600);
  t.is((await changesOf(server.store, '14:1')).length, 1);
  await server.sandbox.reset(first);
  await assign(server);
  const ids: unknown[] = [];
  for await (const batch of server.store.dump()) {
    if (batch.type === 'datacard_change' && 'rows' in batch)
      ids.push(...batch.rows.map((row) => 'id' in row && row.id));
  }
  t.deepEqual(ids, [1], 'numbers begin again, too');
});

const FACTION = { kind: 'faction', uid: '20:8', name: 'Harbour & Sons' };
const MOMENT = 'set: must be Unix seconds (1291273200), ISO 8601 with its zone';
const received = (name: string, expected: string, type: string) =>
  `${name}: Invalid input: expected ${expected}, received ${type}`;

/** Inputs that an operation cannot take, as programs without types give them. */
const refused: [take: (sandbox: Sandboxed['sandbox']) => unknown, message: string][] = [
  [(sandbox) => sandbox.clock({ advnce: '2h' }), 'there is no option “advnce”; the options are set, advance, running'],
  [(sandbox) => sandbox.clock('2h'), 'must be an object with set, advance, running'],
  [(sandbox) => sandbox.clock({ set: '1h', advance: '1h' }), MOMENT],
  [(sandbox) => sandbox.clock({ advance: '9999999999d' }), 'set and advance: must end before the year 10000'],
  [(sandbox) => sandbox.clock({ advance: -1 }), 'advance: Too small: expected number to be >=0'],
  [({ faults }) => faults.add({ route: 5, empty: true }), received('route', 'string', 'number')],
  [({ faults }) => faults.add({ route: '*', empty: false }), 'empty: Invalid input: expected true'],
  [({ faults }) => faults.add({ route: '*', empty: true, times: 0 }), 'times: Too small: expected number to be >=1'],
  [
    ({ faults }) => faults.add({ route: '*', code: 'oops' }),
    'code: Invalid option: expected one of "invalid_parameter"|"malformed_request"|',
  ],
  [({ recorder }) => recorder.list({ path: '/character' }), 'there is no option “path”; the options are route, where'],
  [(sandbox) => sandbox.token(undefined), 'must be an object with character, permissions, lifetime'],
  [(sandbox) => sandbox.token({ character: '1:1', permissions: 'all' }), received('permissions', 'array', 'string')],
  [(sandbox) => sandbox.token({ character: '1:1', permissions: ['all'] }), 'permissions.0: '],
  [(sandbox) => sandbox.token({ character: '1:99' }), 'character: there is no character “1:99”; the first is 1:1'],
  [
    (sandbox) => sandbox.token({ character: '1:1', lifetime: 'long' }),
    'lifetime: must be milliseconds, or a number with ms',
  ],
  [(sandbox) => sandbox.reset({ snapshot: 'first' }), 'snapshot: there is no snapshot “first”; take one first'],
  [(sandbox) => sandbox.load({ records: {} }), received('records', 'array', 'object')],
  [(sandbox) => sandbox.load({ records: [{}] }), received('records.0.kind', 'string', 'undefined')],
  [
    (sandbox) => sandbox.load({ records: [FACTION, { kind: 'faction' }] }),
    '1 of 2 records was refused, so nothing was kept.',
  ],
];

test('an operation that cannot take its input names the option and what it expects, and does nothing', async (t) => {
  const server = await startSandboxed(t);
  for (const [take, message] of refused) {
    const error = await t.throwsAsync(async () => take(server.sandbox), { name: 'SandboxError' }, message);
    t.true(error?.message.startsWith(message), `${error?.message} instead of ${message}`);
  }
  t.is((await get(server, '/entity/20:8')).status, 404, 'records are loaded whole or not at all');
});

test('requests are recorded, waited for and verified, and the latest are named when one does not come', async (t) => {
  const server = await startSandboxed(t, { accessTokenParameter: true });
  const { token } = server;
  const { recorder } = server.sandbox;
  const datacard = { route: 'GET /datacard/{uid}', where: { parameters: { uid: '14:1' } } };
  const waiting = recorder.waitFor({ ...datacard, times: 2, timeout: '1h' });
  await server.exchange(rawRequest(`GET /ws/v2.0/character/1:2?access_token=${token}`));
  await get(server, '/datacard/14:1');
  await get(server, '/datacard/14:2');
  await assign(server, '{"production_entity_uid":"4:1","uses":3}', { 'Content-Type': 'application/json' });
  await assign(server);
  await server.exchange(rawRequest('GET /nowhere'));
  await get(server, '/datacard/14:1?format=json');
  t.like(await waiting, { path: '/ws/v2.0/datacard/14:1', query: { format: 'json' }, status: 200 });
  const requests = recorder.list();
  t.deepEqual(
    requests.map(({ method, route, status, error }) => [method, route, status, error]),
    [
      ['GET', 'GET /character[/{uid}]', 200, undefined],
      ['GET', 'GET /datacard/{uid}', 200, undefined],
      ['GET', 'GET /datacard/{uid}', 200, undefined],
      ['POST', 'POST /datacard/{uid}', 200, undefined],
      ['POST', 'POST /datacard/{uid}', 200, undefined],
      ['GET', undefined, 404, 'route_not_found'],
      ['GET', 'GET /datacard/{uid}', 200, undefined],
    ],
  );
  t.deepEqual(requests[0]?.query, { access_token: token });
  t.is(requests[1]?.headers.authorization, `Bearer ${token}`, 'the token is one of the demo');
  t.deepEqual(requests[3]?.body, { production_entity_uid: '4:1', uses: 3 });
  t.deepEqual(requests[4]?.body, { production_entity_uid: '4:1', uses: '3' });
  t.is(recorder.list({ route: 'GET /character' }).length, 1);
  t.is(recorder.list({ route: 'GET /character/{uid}' }).length, 1, 'the optional part may be named');
  await t.throwsAsync(recorder.waitFor({ ...datacard, times: 3, timeout: 1 }), {
    name: 'SandboxError',
    message:
      '2 requests came in within 1 ms, not 3; the latest were GET “/ws/v2.0/datacard/14:2”, ' +
      'POST “/ws/v2.0/datacard/14:1”, POST “/ws/v2.0/datacard/14:1”, GET “/nowhere”, GET “/ws/v2.0/datacard/14:1”',
  });
  const assigned = 'POST /datacard/{uid}';
  const entity = (uid: string) => ({ parameters: { production_entity_uid: uid } });
  recorder.verify({});
  recorder.verify({ route: 'GET /datacard/{uid}', times: 3 });
  recorder.verify({ route: assigned, where: entity('4:1') });
  recorder.verify({ route: assigned, where: entity('4:2'), times: 0 });
  recorder.verify({ where: { headers: { Authorization: `Bearer ${token}` } }, times: 5 });
  t.throws(() => recorder.verify({ times: 1 }), { message: /^7 requests came in, not 1; the latest were GET / });
  t.throws(() => recorder.verify({ route: 'GET /character', where: { parameters: { id: 1 } } }), {
    message: /^where\.parameters: GET \/character has no parameter “id”/,
  });
});

test('a stream ends with its character, a reset ends all streams and delays, and all is as it was', async (t) => {
  const server = await startSandboxed(t);
  server.sandbox.faults.add({ route: 'POST /datacard/{uid}', delay: '1h' });
  const delayed = assign(server);
  await server.sandbox.recorder.waitFor({ route: 'POST /datacard/{uid}', timeout: '1h' });
  const open = (token: string) => openStream(t, { url: `${server.url}/ws/v2.0`, token }, '/events/personal');
  const stream = await open(server.token);
  const other = await open((await server.sandbox.token({ character: '1:2' })).token);
  const before = await server.store.arrivals.span();
  const event = { kind: 'event', uid: '39:900', receiver: '1:1', time: NOW, text: 'New' };
  await server.sandbox.load({ records: [event, { kind: 'character', uid: '1:2', removed: true }] });
  await Promise.all([stream.has('39:900'), other.ends()]);
  await server.sandbox.reset();
  await stream.ends();
  t.is(await delayed, '');
  t.is(await usesOf(server), 100, 'the delayed request changes nothing');
  t.deepEqual(await server.store.arrivals.span(), before);
  // At the same time, in turns.
  await Promise.all([event, { ...event, uid: '39:901' }].map((each) => server.sandbox.load({ records: [each] })));
  t.is((await server.store.arrivals.span()).last, before.last + 2);
});

const codes: ErrorCode[] = [
  ...(['rate_limit_exceeded', 'token_missing', 'permission_missing', 'not_found', 'not_enough_uses'] as const),
  ...(['idempotency_key_reused', 'payload_too_large', 'internal_error', 'unavailable'] as const),
];

test('a fault refuses a change with its error code, or with a status that has only one', async (t) => {
  const server = await startSandboxed(t);
  const { faults } = server.sandbox;
  for (const code of codes) {
    faults.add({ route: 'POST /datacard/{uid}', code, times: 1 });
    const answer = await assign(server);
    t.is(statusOf(answer), failures[code].status);
    t.true(answer.includes(`"error":"${code}"`), answer);
  }
  t.is(await usesOf(server), 100, 'nothing was changed');
  t.is(statusOf(await assign(server)), 200, 'the next one passes');
  faults.add({ route: 'GET /character', code: 'rate_limit_exceeded', times: 1 });
  t.regex(await character(server), /"retry_after":3600/);
  faults.add({ route: 'GET /character', code: 'permission_missing', times: 1 });
  t.regex(await character(server), /"required_permission":"character_read"/);
  faults.add({ route: '*', status: 503, times: 1 });
  t.regex(await character(server), /^HTTP\/1\.1 503 .*"error":"unavailable"/s);
  t.throws(() => faults.add({ route: 'GET /character', status: 401 }), {
    message: /^status: .* answers with 401 for several reasons; give a code: token_missing, /,
  });
  t.throws(() => faults.add({ route: 'GET /character', code: 'not_enough_uses' }), {
    message: /^code: GET \/character\[\/\{uid\}\] cannot fail with not_enough_uses; it can with /,
  });
});

test('connections end as a network ends them, and an answer replaces that of the service', async (t) => {
  const server = await startSandboxed(t);
  const hit = async (effect: object) => {
    server.sandbox.faults.add({ route: '*', ...effect, times: 1 });
    return character(server);
  };
  t.is(await hit({ empty: true }), '');
  t.is(await hit({ reset: true }).catch((error: NodeJS.ErrnoException) => error.code ?? ''), '');
  t.regex(await hit({ garbage: true }), /^These bytes are not HTTP/);
  t.regex(await hit({ brokenChunk: true }), /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nbroken\r\n/s);
  t.is((await hit({ cut: 100 })).split('\r\n\r\n')[1]?.length, 100);
  const statuses = server.sandbox.recorder.list().map(({ status }) => status);
  t.deepEqual(statuses, [undefined, undefined, undefined, undefined, 200]);
  const headers = { Location: '/sign-in', Server: 'test' };
  server.sandbox.faults.add({ route: '*', answer: { status: 302, headers, body: { a: 1 } }, times: 1 });
  t.regex(await assign(server), /^HTTP\/1\.1 302 .*\r\nLocation: \/sign-in\r\n.*\r\n\r\n\{"a":1\}$/s);
  t.is(await usesOf(server), 100);
});

test('a fault hits by parameters of the path, the query and the body, and by header fields', async (t) => {
  const server = await startSandboxed(t);
  const inject = (where: object) =>
    server.sandbox.faults.add({ route: 'POST /datacard/{uid}', code: 'unavailable', where });
  const byBody = inject({ parameters: { production_entity_uid: '4:2' } });
  t.is(statusOf(await assign(server)), 200);
  t.is(statusOf(await assign(server, 'production_entity_uid=4:2&uses=1')), 503);
  const json = { 'Content-Type': 'application/json' };
  t.is(statusOf(await assign(server, '{"production_entity_uid":"4:2","uses":1}', json)), 503);
  t.is(await usesOf(server), 97);
  t.is(server.sandbox.faults.find(byBody.id).hits, 2);
  server.sandbox.faults.clear();
  inject({ parameters: { uid: '14:2' } });
  t.is(statusOf(await assign(server)), 200);
  inject({ parameters: { uid: '14:1' }, headers: { 'idempotency-KEY': 'k' } });
  t.is(statusOf(await assign(server)), 200);
  t.is(statusOf(await assign(server, undefined, { 'Idempotency-Key': 'k' })), 503);
  const where = { parameters: { item_count: 2 } };
  server.sandbox.faults.add({ route: 'GET /character/{uid}/creditlog', empty: true, where });
  t.is((await get(server, '/character/1:1/creditlog?item_count=3')).status, 200);
  t.is((await get(server, '/character/1:1/creditlog?item_count=2')).text, '');
});

test('the first matching fault wins after N requests and for N, and delays add to it', async (t) => {
  const server = await startSandboxed(t);
  const first = server.sandbox.faults.add({ route: 'GET /character', code: 'unavailable', after: 1, times: 2 });
  server.sandbox.faults.add({ route: '*', code: 'internal_error', delay: 1, times: 4 });
  server.sandbox.faults.add({ route: '*', delay: 1 });
  const statuses = [];
  for (let call = 0; call < 5; call += 1) statuses.push(statusOf(await character(server)));
  t.deepEqual(statuses, [500, 503, 503, 500, 500]);
  t.is(server.sandbox.faults.find(first.id).hits, 2);
  const left = server.sandbox.faults.list().map((fault) => fault.left);
  t.deepEqual(left, [1, undefined]);
});

test('an unknown parameter is refused, and those that clients of the original send are not', async (t) => {
  const server = await startSandboxed(t);
  const { text } = await get(server, '/character/1:1/creditlog?item_cuont=2');
  t.regex(text, /^HTTP\/1\.1 400 .*"error":"invalid_parameter".*"parameter":"item_count"/s);
  t.is(statusOf(await assign(server, 'production_entity_uid=4:1&usses=3&uses=3')), 400);
  t.is(await usesOf(server), 100);
  t.is((await get(server, '/character/1:1/credits?start_index=0&item_count=50')).status, 200);
});

const PROXY_FIELDS =
  'X-Forwarded-For Forwarded Via X-Real-IP CF-Connecting-IP CF-Ray True-Client-IP X-Varnish X-Scheme Tailscale-User-Login ' +
  'Fly-Client-IP Fastly-SSL X-Amzn-Trace-Id X-Amz-Cf-Id X-ARR-SSL X-Azure-Ref X-Envoy-Expected-Rq-Timeout-Ms X-Original-URL ' +
  'Front-End-Https X-Vercel-Id Ngrok-Trace X-Auth-Request-User Remote-User X-Authentik-Username X-Goog-IAP-JWT-Assertion ' +
  'X-Client-IP X-Cluster-Client-IP X-SSL-Client-Verify X-Request-Start Proxy-Connection X-Akamai-Edgescape';

test('the sandbox refuses control through a proxy and under another host', async (t) => {
  const server = await startSandboxed(t);
  const control = (fields: Record<string, string>) => server.exchange(rawRequest('GET /sandbox/clock', fields));
  t.is(statusOf(await control({})), 200);
  for (const field of PROXY_FIELDS.split(' ')) t.is(statusOf(await control({ [field]: 'x' })), 403, field);
  for (const host of ['galaxy.example', '127.0.0.1.example', '10.0.0.1', 'localhost.example:8080'])
    t.is(statusOf(await control({ Host: host })), 403, host);
  for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080']) t.is(statusOf(await control({ Host: host })), 200);
  for (const field of ['Traceparent', 'User-Agent', 'X-Request-Id', 'Accept-Encoding', 'Content-Language'])
    t.is(statusOf(await control({ [field]: 'x' })), 200, field);
});

test('control over HTTP is refused with its status, and a missing request is a conflict', async (t) => {
  const server = await startSandboxed(t);
  const control = async (method: string, path: string, body?: object) => {
    const json = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/sandbox${path}`, { method, ...json });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const missing = await control('POST', '/requests/verify', { times: 2 });
  t.deepEqual([missing.status, missing.json.error], [409, 'not_received']);
  t.is((await control('POST', '/requests/wait', { route: 'GET /api/time', timeout: 1 })).status, 409);
  t.is((await control('POST', '/faults', { route: 'GET /charcter', empty: true })).status, 400);
  t.is((await control('GET', '/nothing')).status, 404);
  const invited = { 'Content-Type': 'application/json', Expect: '100-continue' };
  const answers = await server.exchange(rawRequest('POST /sandbox/clock', invited, '{}'));
  t.regex(answers, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});
