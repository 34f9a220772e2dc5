import test from 'ava';
import { type ErrorCode, failures } from '../../src/domain/failure.js';
import { rawRequest, type Sandboxed, startSandboxed } from '../helpers/sandboxed.js';

const bearer = ({ token }: Sandboxed) => ({ Authorization: `Bearer ${token}` });

const character = (server: Sandboxed) => server.exchange(rawRequest('GET /ws/v2.0/character', bearer(server)));

const assign = (server: Sandboxed, body = 'production_entity_uid=4:1&uses=3', fields = {}) =>
  server.exchange(rawRequest('POST /ws/v2.0/datacard/14:1', { ...bearer(server), ...fields }, body));

const usesOf = async (server: Sandboxed) =>
  Number(/"uses":(\d+)/.exec(await server.exchange(rawRequest('GET /ws/v2.0/datacard/14:1', bearer(server))))?.[1]);

const statusOf = (answer: string) => Number(answer.slice(9, 12));

const codes: ErrorCode[] = [
  ...(['rate_limit_exceeded', 'token_missing', 'token_invalid', 'permission_missing', 'not_found'] as const),
  ...(['not_enough_uses', 'idempotency_key_reused', 'payload_too_large', 'internal_error', 'unavailable'] as const),
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

test('an answer replaces that of the service', async (t) => {
  const server = await startSandboxed(t);
  const headers = { Location: '/sign-in', Server: 'test' };
  server.sandbox.faults.add({ route: '*', answer: { status: 302, headers, body: { a: 1 } }, times: 1 });
  t.regex(await assign(server), /^HTTP\/1\.1 302 .*\r\nLocation: \/sign-in\r\n.*\r\n\r\n\{"a":1\}$/s);
  t.is(await usesOf(server), 100);
});

test('connections end as a network ends them', async (t) => {
  const server = await startSandboxed(t);
  const hit = async (effect: object) => {
    server.sandbox.faults.add({ route: '*', ...effect, times: 1 });
    return character(server);
  };
  t.is(await hit({ empty: true }), '');
  t.is(await hit({ reset: true }).catch((error: NodeJS.ErrnoException) => error.code ?? ''), '');
  t.regex(await hit({ garbage: true }), /^These bytes are not HTTP/);
  t.regex(await hit({ brokenChunk: true }), /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nbroken\r\n/s);
  const cut = await hit({ cut: 100 });
  t.is(cut.split('\r\n\r\n')[1]?.length, 100);
  t.deepEqual(
    server.sandbox.recorder.list().map(({ status }) => status),
    [undefined, undefined, undefined, undefined, 200],
  );
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
  const log = (query: string) =>
    server.exchange(rawRequest(`GET /ws/v2.0/character/1:1/creditlog?item_count=${query}`, bearer(server)));
  t.is(statusOf(await log('3')), 200);
  t.is(await log('2'), '');
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
  t.deepEqual(
    server.sandbox.faults.list().map(({ route, left }) => [route, left]),
    [
      ['*', 1],
      ['*', undefined],
    ],
  );
});

test('a reset ends a delay, and the request changes nothing', async (t) => {
  const server = await startSandboxed(t);
  server.sandbox.faults.add({ route: 'POST /datacard/{uid}', delay: '1h' });
  const delayed = assign(server);
  await server.sandbox.recorder.waitFor({ route: 'POST /datacard/{uid}', timeout: '1h' });
  await server.sandbox.reset();
  t.is(await delayed, '');
  t.is(await usesOf(server), 100);
});

test('an unknown parameter is refused, and those that clients of the original send are not', async (t) => {
  const server = await startSandboxed(t);
  const answer = await server.exchange(rawRequest('GET /ws/v2.0/character/1:1/creditlog?item_cuont=2', bearer(server)));
  t.regex(answer, /^HTTP\/1\.1 400 .*"error":"invalid_parameter".*"parameter":"item_count"/s);
  t.is(statusOf(await assign(server, 'production_entity_uid=4:1&usses=3&uses=3')), 400);
  t.is(await usesOf(server), 100);
  const foreign = rawRequest('GET /ws/v2.0/character/1:1/credits?start_index=0&item_count=50', bearer(server));
  t.is(statusOf(await server.exchange(foreign)), 200);
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

test('all control is HTTP, and a missing request is a conflict', async (t) => {
  const server = await startSandboxed(t);
  const control = async (method: string, path: string, body?: object) => {
    const json = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/sandbox${path}`, { method, ...json });
    const answer = (await response.json()) as { [field: string]: unknown; requests?: unknown[] };
    return { status: response.status, json: answer };
  };
  t.is((await control('POST', '/clock', { advance: 7_200_000 })).json.cgt, 'Year 25 Day 204, 07:00:00');
  const { json: fault } = await control('POST', '/faults', { route: 'GET /character', empty: true });
  t.is(await character(server), '');
  t.is((await control('GET', `/faults/${fault.id}`)).json.hits, 1);
  t.deepEqual((await control('DELETE', `/faults/${fault.id}`)).json, {});
  t.is((await control('GET', '/requests?route=GET%20/character')).json.requests?.length, 1);
  t.is((await control('POST', '/requests/verify', { times: 1 })).status, 200);
  const missing = await control('POST', '/requests/verify', { times: 2 });
  t.deepEqual([missing.status, missing.json.error], [409, 'not_received']);
  t.is((await control('POST', '/requests/wait', { route: 'GET /api/time', timeout: 1 })).status, 409);
  t.is((await control('POST', '/faults', { route: 'GET /charcter', empty: true })).status, 400);
  t.is((await control('DELETE', '/faults')).status, 200);
  t.is((await control('GET', '/nothing')).status, 404);
  t.is((await control('POST', '/reset', {})).status, 200);
});
