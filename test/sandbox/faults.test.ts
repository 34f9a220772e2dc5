import test, { type ExecutionContext } from 'ava';
import { type ErrorCode, failures } from '../../src/domain/failure.js';
import { permissionNames } from '../../src/domain/permission.js';
import { ofNoRoute } from '../../src/openapi/failures.js';
import { routes } from '../../src/routes/index.js';
import { readFault } from '../../src/sandbox/faults/fault.js';
import { inputs } from '../../src/sandbox/operations.js';
import { readInput } from '../../src/sandbox/read-input.js';
import { RouteNames } from '../../src/sandbox/route-names.js';
import { DatabaseSync } from '../../src/store/sqlite/engine.js';
import { temporaryFolder } from '../helpers/folder.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { loadRows } from '../helpers/load-rows.js';
import { RawClient } from '../helpers/raw.js';
import { rawRequest, type Sandboxed, startSandboxed } from '../helpers/sandboxed.js';
import { until } from '../helpers/until.js';

/** A fault of the sandbox has the bytes, the header fields and the log lines of the failure that the service makes by itself. */

interface Case {
  route: string;
  options?: object;
  /** Makes the service fail by itself; for the failing request alone, or before it. */
  prepare?(server: Sandboxed, t: ExecutionContext): unknown;
  /** The request that fails by itself. */
  real(server: Sandboxed): string;
  /** The request that the fault strikes; the same by default. */
  struck?(server: Sandboxed): string;
}

const bearer = ({ token }: Sandboxed) => ({ Authorization: `Bearer ${token}` });

const character = (server: Sandboxed) => rawRequest('GET /ws/v2.0/character', bearer(server));

const assign = (server: Sandboxed, fields: Record<string, string | undefined> = {}) =>
  rawRequest('POST /ws/v2.0/datacard/14:1', { ...bearer(server), ...fields }, 'production_entity_uid=4:1&uses=3');

const follow = (server: Sandboxed) =>
  rawRequest('GET /ws/v2.0/events/personal', { ...bearer(server), Accept: 'text/event-stream' });

/** Holds the write lock of the database, as another process does. */
function lock(path: string, t: ExecutionContext): void {
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  t.teardown(() => other.close());
}

const cases: Record<Exclude<ErrorCode, 'route_not_found' | 'method_not_allowed' | 'request_timeout'>, Case> = {
  invalid_parameter: {
    route: 'GET /character',
    real: (server) => rawRequest('GET /ws/v2.0/character?format=yaml', bearer(server)),
    struck: character,
  },
  malformed_request: {
    route: 'GET /character',
    real: (server) => rawRequest('GET /ws/v2.0/character', { ...bearer(server), Host: undefined }),
    struck: character,
  },
  rate_limit_exceeded: {
    route: 'GET /character',
    options: { rateLimit: 2 },
    async prepare(server) {
      await server.exchange(character(server));
      await server.exchange(character(server));
    },
    real: character,
  },
  token_missing: { route: 'GET /character', real: () => rawRequest('GET /ws/v2.0/character'), struck: character },
  token_invalid: {
    route: 'GET /character',
    real: () => rawRequest('GET /ws/v2.0/character', { Authorization: 'Bearer of-nobody' }),
    struck: character,
  },
  permission_missing: {
    route: 'GET /character',
    async prepare(server) {
      const fewer = permissionNames.filter((name) => !['character_read', 'character_stats'].includes(name));
      server.token = await tokenFor(server.store, '1:1', fewer);
    },
    real: character,
  },
  not_found: {
    route: 'GET /event/{uid}',
    prepare: ({ store }) =>
      loadRows(store, 'event', [{ uid: '39:1', receiver_uid: '1:2', time: NOW, type: null, text: 'Theirs' }]),
    real: (server) => rawRequest('GET /ws/v2.0/event/39:1', bearer(server)),
  },
  not_acceptable: {
    route: 'GET /character',
    real: (server) => rawRequest('GET /ws/v2.0/character', { ...bearer(server), Accept: 'image/png' }),
    struck: character,
  },
  not_enough_uses: {
    route: 'POST /datacard/{uid}',
    prepare: ({ store }) => store.datacards.assign('14:1', '4:2', 100),
    real: assign,
  },
  idempotency_key_reused: {
    route: 'POST /datacard/{uid}',
    prepare: (server) =>
      server.exchange(
        rawRequest(
          'POST /ws/v2.0/datacard/14:1',
          { ...bearer(server), 'Idempotency-Key': 'k' },
          'production_entity_uid=4:1&uses=9',
        ),
      ),
    real: (server) => assign(server, { 'Idempotency-Key': 'k' }),
  },
  too_many_streams: {
    route: 'GET /events/{mode}',
    async prepare(server, t) {
      for (let opened = 0; opened < 10; opened += 1) {
        const client = await RawClient.connect(server.url);
        t.teardown(() => client.socket.destroy());
        client.send(follow(server));
        await until(() => client.received.includes('event: place'), { what: 'a stream is open' });
      }
    },
    real: follow,
  },
  payload_too_large: {
    route: 'POST /datacard/{uid}',
    real: (server) => assign(server, { 'Content-Length': '20000' }),
    struck: assign,
  },
  unsupported_media_type: {
    route: 'POST /datacard/{uid}',
    real: (server) => assign(server, { 'Content-Type': 'text/plain' }),
    struck: assign,
  },
  uri_too_long: {
    route: 'GET /character',
    real: (server) => rawRequest(`GET /ws/v2.0/character?q=${'x'.repeat(2100)}`, bearer(server)),
    struck: character,
  },
  header_fields_too_large: {
    route: 'GET /character',
    real: (server) =>
      rawRequest('GET /ws/v2.0/character', {
        ...bearer(server),
        ...Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`X-${index}`, '1'])),
      }),
    struck: character,
  },
  invalid_time: {
    route: 'POST /api/time',
    real: () => rawRequest('POST /ws/v2.0/api/time', {}, 'cgt='),
    struck: () => rawRequest('POST /ws/v2.0/api/time', {}, 'cgt=Year 12 Day 3'),
  },
  internal_error: {
    route: 'GET /entity/{uid}',
    options: { database: true },
    prepare: () => {},
    real: () => rawRequest('GET /ws/v2.0/entity/20:1'),
  },
  unavailable: {
    route: 'POST /datacard/{uid}',
    options: { database: true },
    prepare: () => {},
    real: assign,
  },
};

/** Returns the lines of the log without what differs between any two requests. */
function comparable(log: readonly Record<string, unknown>[]): unknown[] {
  const ofRequests = log.filter(({ requestId }) => requestId !== undefined);
  return ofRequests.map(({ time: _, ms: __, err, ...line }) => {
    const { stack: ___, ...error } = (err ?? {}) as Record<string, unknown>;
    return { ...line, ...(err !== undefined && { err: error }) };
  });
}

for (const [code, { route, options, prepare, real, struck = real }] of Object.entries(cases)) {
  test(`${code} of a fault is that of the service, byte for byte`, async (t) => {
    const path = `${temporaryFolder()}/galaxy.db`;
    const isLost = options !== undefined && 'database' in options;
    const failing = await startSandboxed(t, isLost ? { database: path } : options);
    const { token } = failing;
    // A fault strikes a service whose token is known, and so does the failure.
    await prepare?.(failing, t);
    if (code === 'unavailable') lock(path, t);
    if (code === 'internal_error') dropTable(path);
    failing.log.length = 0;
    const expected = await failing.exchange(real(failing));
    t.regex(expected, new RegExp(`^HTTP/1.1 ${failures[code as ErrorCode].status} `));
    t.true(expected.includes(`"${code}"`), expected);

    const expectedLog = comparable(failing.log);
    // A lost database does not come back, so that another sandbox takes its place.
    const sandboxed = isLost ? await startSandboxed(t) : failing;
    await sandboxed.sandbox.reset();
    if (!isLost) sandboxed.token = token;
    if (code === 'idempotency_key_reused') await sandboxed.exchange(assign(sandboxed, { 'Idempotency-Key': 'other' }));
    if (code === 'too_many_streams') await sandboxed.exchange(rawRequest('GET /ws/v2.0/events/personal'));
    sandboxed.sandbox.fail({ route, code, times: 1 });
    sandboxed.log.length = 0;
    t.is(await sandboxed.exchange(struck(sandboxed)), expected);
    t.deepEqual(comparable(sandboxed.log), expectedLog);

    // The next stream is opened, and stays open.
    if (code === 'too_many_streams') return;
    const next = await sandboxed.exchange(struck(sandboxed));
    t.notRegex(next, new RegExp(`"${code}"`), 'the next request is answered as ever');
  });
}

function dropTable(path: string): void {
  const other = new DatabaseSync(path);
  other.exec('pragma foreign_keys = off; drop table entities');
  other.close();
}

test('every failure of a route is compared', (t) => {
  const uncompared = (Object.keys(failures) as ErrorCode[]).filter((code) => !(code in cases));
  t.deepEqual(
    uncompared.filter((code) => !ofNoRoute.includes(code)),
    [],
  );
});

test('a request that is struck by request_timeout gets the answer of a slow one, and its connection is closed', async (t) => {
  const server = await startSandboxed(t);
  server.sandbox.fail({ route: 'POST /datacard/{uid}', code: 'request_timeout', times: 1 });
  const answer = await server.exchange(assign(server));
  t.regex(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
  t.regex(answer, /\r\nConnection: close\r\n/);
  t.regex(answer, /"error":"request_timeout"/);
  await until(() => server.log.at(-1)?.error === 'request_timeout', { what: 'the request is logged' });
});

test('silence is that of the blacklist', async (t) => {
  const failing = await startSandboxed(t);
  const entry = { address: '127.0.0.1', created_at: NOW, expires_at: NOW + 60, reason: '' };
  await failing.store.blacklist.add(entry);
  t.is(await failing.exchange(character(failing)), '');
  const sandboxed = await startSandboxed(t);
  sandboxed.sandbox.fail({ route: '*', silence: true, times: 1 });
  t.is(await sandboxed.exchange(character(sandboxed)), '');
  t.deepEqual(comparable(sandboxed.log), comparable(failing.log));
  t.regex(await sandboxed.exchange(character(sandboxed)), /^HTTP\/1\.1 200 /);
});

test('a call over the limit counts on, up to the blacklist', async (t) => {
  const server = await startSandboxed(t, { rateLimit: 5, blacklistAfter: 2 });
  server.sandbox.fail({ route: 'GET /character', code: 'rate_limit_exceeded' });
  t.regex(await server.exchange(character(server)), /"calls_until_blacklist":1/);
  t.regex(await server.exchange(character(server)), /"calls_until_blacklist":0/);
  t.is(await server.exchange(character(server)), '');
});

test('an answer is cut after so many bytes of its body, and the next one is whole', async (t) => {
  const server = await startSandboxed(t);
  const whole = await server.exchange(character(server));
  server.sandbox.fail({ route: '*', cut: 'after 100 bytes', times: 1 });
  const cut = await server.exchange(character(server));
  const [, body = ''] = cut.split('\r\n\r\n');
  t.is(body.length, 100);
  t.true(whole.split('\r\n\r\n')[1]?.startsWith(body));
  t.is((await server.exchange(character(server))).length, whole.length);
});

test('an answer with a shorter body arrives whole, and so does the next one on its connection', async (t) => {
  const server = await startSandboxed(t);
  server.sandbox.fail({ route: '*', cut: 'after 300 bytes', times: 1 });
  const client = await RawClient.connect(server.url);
  const hello = rawRequest('GET /ws/v2.0/api/helloworld', { Connection: undefined });
  client.send(hello);
  t.is((await client.answer())?.status, 200);
  client.send(hello + hello);
  t.is((await client.answer())?.status, 200);
  t.is((await client.answer())?.status, 200);
  client.end();
});

test('a probability strikes the same requests after a reset', async (t) => {
  const server = await startSandboxed(t);
  const outcomes = async () => {
    server.sandbox.fail({ route: 'GET /api/helloworld', status: 503, probability: 0.5 });
    const found: string[] = [];
    for (let call = 0; call < 10; call += 1) {
      found.push((await server.exchange(rawRequest('GET /ws/v2.0/api/helloworld'))).slice(9, 12));
    }
    await server.sandbox.reset();
    return found.join(' ');
  };
  const first = await outcomes();
  t.regex(first, /200/);
  t.regex(first, /503/);
  t.is(await outcomes(), first);
});

test('of several faults the first holds, and a delay beside it', async (t) => {
  const server = await startSandboxed(t);
  server.sandbox.fail({ route: '*', delay: '1ms', times: 1 });
  server.sandbox.fail({ route: 'GET /character', code: 'not_found', times: 1 });
  server.sandbox.fail({ route: 'GET /character', code: 'token_invalid', times: 1 });
  t.regex(await server.exchange(character(server)), /"not_found"/);
  t.deepEqual(
    server.sandbox.faults().map(({ effect }) => effect),
    ['token_invalid'],
  );
  t.regex(await server.exchange(character(server)), /"token_invalid"/);
});

for (const [refusal, fault, fields] of [
  ['of a code', { route: 'GET /character', code: 'rate_limit_exceeded' }, {}],
  ['of a real limit', undefined, {}],
  ['of an altered request', { route: 'GET /character', code: 'token_invalid' }, {}],
  ['of a request that is malformed', undefined, { Host: undefined }],
] as const) {
  test(`a delay holds back a refusal, too: that ${refusal}`, async (t) => {
    const server = await startSandboxed(t, { rateLimit: 1 });
    const request = rawRequest('GET /ws/v2.0/character', { ...bearer(server), ...fields });
    await server.exchange(character(server));
    if (fault) server.sandbox.fail(fault);
    server.sandbox.fail({ route: '*', delay: '1h' });
    const answer = server.exchange(request);
    await until(() => server.sandbox.requests().length === 2, { what: 'the request came in' });
    await server.sandbox.reset();
    t.is(await answer, '', 'a reset closes its connection, before it has an answer');
    t.regex(await server.exchange(character(server)), /^HTTP\/1\.1 200 /);
  });
}

const form = (path: string, fields: Record<string, string> = {}) =>
  rawRequest(`POST ${path}`, fields, 'grant_type=refresh_token&refresh_token=none&client_id=svcapi-cli');

/** Requests that no route is for, with the start of what they get where nothing fails. */
const elsewhere: [what: string, request: string, answer: RegExp][] = [
  ['an endpoint of OAuth', form('/ws/oauth2/token'), /^HTTP\/1\.1 400 [\s\S]*"invalid_grant"/],
  ['the metadata of OAuth', rawRequest('GET /.well-known/oauth-authorization-server'), /^HTTP\/1\.1 200 /],
  ['the documentation', rawRequest('GET /ws/v2.0/documentation'), /^HTTP\/1\.1 200 /],
  ['the description', rawRequest('GET /ws/v2.0/openapi.json'), /^HTTP\/1\.1 200 /],
  ['a page of an account', rawRequest('GET /ws/v2.0/account/sign-in'), /^HTTP\/1\.1 200 /],
  ['the health check', rawRequest('GET /readyz'), /^HTTP\/1\.1 200 /],
  ['an unknown path', rawRequest('GET /nowhere'), /^HTTP\/1\.1 404 /],
];

for (const [what, request, answer] of elsewhere) {
  test(`* strikes ${what}, too`, async (t) => {
    const server = await startSandboxed(t);
    t.regex(await server.exchange(request), answer);
    server.sandbox.fail({ route: '*', code: 'unavailable', times: 1 });
    t.regex(await server.exchange(request), /^HTTP\/1\.1 503 /);
    server.sandbox.fail({ route: '*', cut: 'after 3 bytes', times: 1 });
    t.is((await server.exchange(request)).split('\r\n\r\n')[1]?.length, 3);
    if (what !== 'the health check') {
      server.sandbox.fail({ route: '*', silence: true, times: 1 });
      t.is(await server.exchange(request), '');
      server.sandbox.fail({ route: '*', status: 500, times: 1 });
      t.regex(await server.exchange(request), /^HTTP\/1\.1 500 /);
    }
    server.sandbox.fail({ route: '*', delay: '1h', times: 1 });
    const delayed = server.exchange(request);
    await until(() => server.sandbox.requests().at(-1)?.status === undefined, { what: 'the request came in' });
    await server.sandbox.reset();
    t.is(await delayed, '');
    t.regex(await server.exchange(request), answer);
  });
}

test('* strikes neither the paths of the sandbox nor the check whether it runs', async (t) => {
  const server = await startSandboxed(t);
  server.sandbox.fail({ route: '*', status: 503 });
  t.regex(await server.exchange(rawRequest('GET /sandbox/clock')), /^HTTP\/1\.1 200 /);
  t.regex(await server.exchange(rawRequest('GET /livez')), /^HTTP\/1\.1 200 /);
  t.is(server.sandbox.faults()[0]?.strikes, 0);
});

test('endpoints of OAuth can be named, and fail as they do by themselves', async (t) => {
  const server = await startSandboxed(t, { rateLimit: 1 });
  const token = form('/ws/oauth2/token');
  await server.exchange(token);
  const expected = await server.exchange(token);
  t.regex(expected, /^HTTP\/1\.1 429 [\s\S]*\r\nRetry-After: [\s\S]*"temporarily_unavailable"/);
  await server.sandbox.reset();
  server.sandbox.fail({ route: 'POST /ws/oauth2/token', status: 429, times: 1 });
  t.regex(await server.exchange(character(server)), /^HTTP\/1\.1 200 /);
  t.is(await server.exchange(form('/ws/OAuth2/token/')), expected);
  server.sandbox.fail({ route: 'GET /ws/oauth2/tokeninfo', code: 'token_invalid', times: 1 });
  const describe = rawRequest('GET /ws/oauth2/tokeninfo', bearer(server));
  t.regex(await server.exchange(describe), /^HTTP\/1\.1 401 [\s\S]*"invalid_token"/);
  server.sandbox.fail({ route: 'POST /ws/oauth2/device', code: 'unsupported_media_type', times: 1 });
  t.regex(await server.exchange(form('/ws/oauth2/device')), /^HTTP\/1\.1 415 [\s\S]*"invalid_request"/);
  t.deepEqual(
    server.sandbox.requests({ route: 'POST /ws/oauth2/token' }).map(({ status }) => status),
    [429],
  );
});

test('a status strikes each route with the code that it has there', async (t) => {
  const server = await startSandboxed(t);
  server.sandbox.fail({ route: '*', status: 429 });
  t.regex(await server.exchange(form('/ws/oauth2/token')), /^HTTP\/1\.1 429 [\s\S]*"temporarily_unavailable"/);
  t.regex(await server.exchange(follow(server)), /^HTTP\/1\.1 429 [\s\S]*"too_many_streams"/);
  t.regex(await server.exchange(character(server)), /^HTTP\/1\.1 200 /);
});

test('a trusted proxy, which is never blacklisted, gets silence as well', async (t) => {
  const server = await startSandboxed(t, { trustedProxies: ['127.0.0.1'] });
  server.sandbox.fail({ route: '*', silence: true, times: 1 });
  t.is(await server.exchange(character(server)), '');
  t.regex(await server.exchange(character(server)), /^HTTP\/1\.1 200 /);
});

const datacard = (server: Sandboxed, uid: string, token = server.token) =>
  rawRequest(`GET /ws/v2.0/datacard/${uid}?format=json`, { Authorization: `Bearer ${token}` });

/** Sends requests one after the other, and returns their statuses; 0 for none. */
async function statusesOf(server: Sandboxed, requests: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const each of requests) statuses.push(Number((await server.exchange(each)).slice(9, 12)));
  return statuses;
}

test('a fault strikes by parameter, by character and by token', async (t) => {
  const server = await startSandboxed(t);
  const { token: other } = await server.sandbox.token({ character: '1:2' });
  const requests = [datacard(server, '14:1'), datacard(server, '14%3A2'), datacard(server, '14:1', other)];
  const fault = (where: object) => server.sandbox.fail({ route: 'GET /datacard/{uid}', status: 503, where });
  const strikes = async (where: object) => {
    const { id } = fault(where);
    const statuses = await statusesOf(server, requests);
    server.sandbox.heal(id);
    t.is(server.sandbox.strikes(id), statuses.filter((status) => status === 503).length);
    return statuses.map((status) => status === 503);
  };
  t.deepEqual(await strikes({ parameters: { uid: '14:1' } }), [true, false, true]);
  t.deepEqual(await strikes({ parameters: { uid: '14:2', format: 'json' } }), [false, true, false]);
  t.deepEqual(await strikes({ parameters: { format: 'xml' } }), [false, false, false]);
  t.deepEqual(await strikes({ character: '1:1' }), [true, true, false]);
  t.deepEqual(await strikes({ token: other }), [false, false, true]);
  t.deepEqual(await strikes({ parameters: { uid: '14:1' }, character: '1:1' }), [true, false, false]);
  t.is(fault({ token: other }).where, 'one token', 'a fault shows no token');
});

for (const [what, fault, struck] of [
  ['for n calls', { times: 2 }, '##......'],
  ['from a call on', { after: 3 }, '...#####'],
  ['from a call on, for n calls', { after: 3, times: 2 }, '...##...'],
  ['and then again', { after: 2, times: 1, every: 4 }, '..#...#.'],
  ['each third call', { every: 3, after: 2 }, '..#..#..'],
] as const) {
  test(`a fault strikes ${what}`, async (t) => {
    const server = await startSandboxed(t);
    const { id } = server.sandbox.fail({ route: 'GET /character', status: 503, ...fault });
    const statuses = await statusesOf(
      server,
      Array.from(struck, () => character(server)),
    );
    t.is(statuses.map((status) => (status === 503 ? '#' : '.')).join(''), struck);
    t.is(server.sandbox.strikes(id), struck.replaceAll('.', '').length);
    await server.sandbox.reset();
    t.throws(() => server.sandbox.strikes(id), { message: /^a reset has ended fault/ });
  });
}

test('an answer of its own comes in place of that of the service, which does not see the request', async (t) => {
  const server = await startSandboxed(t, { rateLimit: 1 });
  const headers = { Server: 'test', Location: '/elsewhere', 'Set-Cookie': ['a=1', 'b=2'] };
  server.sandbox.fail({ route: '*', answer: { status: 302, headers, body: { moved: true } }, times: 2 });
  const client = await RawClient.connect(server.url);
  const open = { Connection: undefined };
  client.send(assign(server, open) + rawRequest('GET /ws/v2.0/character', { ...bearer(server), ...open }));
  for (const answer of [await client.answer(), await client.answer()]) {
    t.is(answer?.status, 302);
    t.like(answer?.headers, { location: '/elsewhere', 'set-cookie': 'a=1, b=2', 'content-type': 'application/json' });
    t.is(answer?.headers.date, 'Mon, 17 Jun 2024 12:00:00 GMT');
    t.is(answer?.body, '{"moved":true}');
  }
  t.deepEqual(server.sandbox.requests()[0]?.body, { production_entity_uid: '4:1', uses: '3' });
  t.is(server.sandbox.requests()[0]?.status, 302);
  t.deepEqual(await statusesOf(server, [character(server)]), [200], 'neither call has counted');
  t.is(server.log.filter(({ status }) => status === 302).length, 0);
  await client.close();
});

test('the page of a proxy is HTML', async (t) => {
  const server = await startSandboxed(t);
  server.sandbox.fail({ route: 'GET /character', proxy: 502, times: 1 });
  const page = await server.exchange(character(server));
  t.regex(page, /^HTTP\/1\.1 502 Bad Gateway\r\n/);
  t.regex(page, /\r\nContent-Type: text\/html\r\n/i);
  t.regex(page, /<center><h1>502 Bad Gateway<\/h1><\/center>/);
});

test('header fields of an answer are replaced: a Date that is skewed, a length that is wrong, and none', async (t) => {
  const server = await startSandboxed(t);
  const whole = await server.exchange(character(server));
  const date = 'Wed, 01 Jan 2031 00:00:00 GMT';
  for (const [request, has] of [
    [character(server), /\r\nETag: /i],
    [rawRequest('GET /ws/v2.0/openapi.json'), /\r\nETag: /i],
    [rawRequest('GET /nowhere'), undefined],
  ] as const) {
    if (has) t.regex(await server.exchange(request), has);
    server.sandbox.fail({ route: '*', headers: { date, ETag: null, Server: 'test' }, times: 1 });
    const answer = await server.exchange(request);
    t.deepEqual(answer.match(/\r\nDate: .*/gi), [`\r\ndate: ${date}`]);
    t.notRegex(answer, /\r\nETag: /i);
  }
  for (const length of ['100', '90000']) {
    server.sandbox.fail({ route: '*', headers: { 'Content-Length': length }, times: 1 });
    const wrong = await server.exchange(
      rawRequest('GET /ws/v2.0/character', { ...bearer(server), Connection: undefined }),
    );
    t.deepEqual(wrong.match(/\r\nContent-Length: .*/gi), [`\r\nContent-Length: ${length}`]);
    t.regex(wrong, /\r\nConnection: close\r\n/i, 'the next answer could begin anywhere');
    t.is(wrong.split('\r\n\r\n')[1], whole.split('\r\n\r\n')[1]);
  }
});

test('a body drips, and arrives whole', async (t) => {
  const server = await startSandboxed(t);
  for (const request of [character(server), rawRequest('GET /ws/v2.0/openapi.json'), rawRequest('GET /livez')]) {
    const whole = await server.exchange(request);
    await server.sandbox.reset();
    server.sandbox.fail({ route: '*', drip: '1ms', times: 1 });
    t.is(await server.exchange(request), whole);
  }
  server.sandbox.fail({ route: '*', drip: '10h', times: 1 });
  const client = await RawClient.connect(server.url);
  client.send(character(server));
  await until(() => client.received.includes('\r\n\r\n'), { what: 'the head has come' });
  t.true(client.received.toString().endsWith('\r\n\r\n'), 'and nothing of the body');
  t.deepEqual(await statusesOf(server, [character(server)]), [200]);
  await server.sandbox.reset();
  await client.closed;
});

test('a delay stands beside another effect of its fault', async (t) => {
  const server = await startSandboxed(t);
  server.sandbox.fail({ route: 'GET /character', code: 'not_found', delay: '1h', times: 1 });
  const late = server.exchange(character(server));
  await server.sandbox.waitFor({ route: 'GET /character' });
  await server.sandbox.reset();
  t.is(await late, '');
  const { id, effect } = server.sandbox.fail({ route: 'GET /character', code: 'not_found', delay: '1ms', times: 1 });
  t.is(effect, 'not_found, delay of 1 ms');
  t.regex(await server.exchange(character(server)), /"not_found"/);
  t.is(server.sandbox.strikes(id), 1);
});

const names = new RouteNames(routes);

for (const [input, message] of [
  [{ route: 'GET /charakter', code: 'not_found' }, /there is no route “GET \/charakter”/],
  [{ route: 'GET /character', code: 'not_enough_uses' }, /GET \/character\[\/{uid}] cannot fail with not_enough_uses/],
  [{ route: 'GET /character', status: 400 }, /several reasons; give a code: invalid_parameter/],
  [{ route: 'GET /character', status: 418 }, /never answers with 418; give one of 404, 406, 408/],
  [{ route: '*' }, /give one of code, status, answer, proxy, headers, drip, cut, silence, or delay alone or beside/],
  [{ route: '*', silence: true, code: 'unavailable' }, /give one of/],
  [{ route: '*', proxy: 500 }, /proxy: must be one of 502, 503, 504, not 500/],
  [{ route: '*', answer: { status: 199 } }, /answer.status: must be at least 200, not 199/],
  [{ route: '*', answer: {} }, /answer.status: is missing; it must be a number/],
  [{ route: '*', headers: { 'a b': '1' } }, /headers: “a b” cannot be sent as a header field/],
  [{ route: '*', headers: { Date: 'a\nb' } }, /headers: “Date” cannot be sent as a header field/],
  [{ route: '*', silence: true, every: 2, after: 1, times: 2 }, /every: must be at least after and times together/],
  [{ route: '*', silence: true, where: { character: 'Hana' } }, /where.character: must be the uid of a character/],
  [{ route: 'GET /character', silence: true, where: { parameters: { id: 1 } } }, /no parameter “id”.*; it has uid, /],
  [{ route: '*', cut: '100' }, /after 100 bytes/],
  [{ route: '*', silence: true, probability: 0 }, /probability/],
] as const) {
  test(`a fault that cannot be is refused: ${JSON.stringify(input)}`, (t) => {
    t.throws(() => readFault(readInput(inputs.fault, input), names), { message });
  });
}
