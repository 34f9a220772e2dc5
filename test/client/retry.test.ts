import test, { type ExecutionContext } from 'ava';
import { Client, type ClientOptions, ServiceError, Unreachable } from '../../src/client/index.js';
import { routes } from '../../src/routes/index.js';
import { closedPort, enveloped, strangeServer } from '../helpers/cli/strange-server.js';
import { quickClock } from '../helpers/quick-clock.js';
import { withServer } from '../helpers/server.js';

const CHANGE = { params: { uid: '14:1' }, body: { production_entity_uid: '4:1', uses: 3 } };

/** A server that gives these answers in turn, and then succeeds, with a client whose waits take no time. */
async function afterwards(
  t: ExecutionContext,
  answers: [status: number, headers?: Record<string, string>, body?: string | undefined][],
  options: Partial<ClientOptions> = {},
) {
  const { url, requests } = await strangeServer(t, (response) => {
    const [status, headers = {}, body = ''] = answers.shift() ?? [200, {}, enveloped({ message: 'hello' })];
    response.writeHead(status, headers).end(body);
  });
  const clock = quickClock();
  return { client: new Client({ baseUrl: url, clock, random: () => 0.5, ...options }), requests, waits: clock.waits };
}

const refusal = (error: string, more = {}) => JSON.stringify({ svcapi: { error, error_message: 'No.', ...more } });

const transient: [name: string, status: number, body?: string][] = [
  ['an overloaded service', 503, refusal('unavailable')],
  ['a fault of the service', 500, refusal('internal_error')],
  ['a request that arrived too slowly', 408, refusal('request_timeout')],
  ['a proxy without a service', 502, '<html>'],
  ['a proxy that waited', 504],
  ['a limit of a proxy', 429],
];

for (const [name, status, body] of transient) {
  test(`a call is repeated after ${name}`, async (t) => {
    const { client, requests, waits } = await afterwards(t, [
      [status, {}, body],
      [status, {}, body],
    ]);
    t.is((await client.call('GET /api/helloworld')).data.message, 'hello');
    t.is(requests.length, 3);
    t.deepEqual(waits, [250, 500]);
  });
}

const final: [name: string, status: number, body?: string][] = [
  ['an invalid time', 500, refusal('invalid_time')],
  ['a missing entity', 404, refusal('not_found')],
  ['an invalid parameter', 400, refusal('invalid_parameter')],
  ['a missing permission', 401, refusal('permission_missing')],
  ['a conflict', 409, refusal('not_enough_uses')],
  ['a rate limit without an end', 400, refusal('rate_limit_exceeded')],
  ['a method that a proxy does not know', 501],
];

for (const [name, status, body] of final) {
  test(`a call is not repeated after ${name}`, async (t) => {
    const { client, requests, waits } = await afterwards(t, [[status, {}, body]]);
    await t.throwsAsync(client.call('GET /api/helloworld'), { instanceOf: ServiceError });
    t.is(requests.length, 1);
    t.deepEqual(waits, []);
  });
}

test('the waits grow to eight seconds, and are random', async (t) => {
  const random = [0, 0.999, 0.5, 0.5, 0.5, 0.5, 0.5];
  const { client, waits } = await afterwards(
    t,
    Array.from({ length: 7 }, () => [503] as [number]),
    {
      retries: 7,
      random: () => random.shift() ?? 0,
    },
  );
  await client.call('GET /api/helloworld');
  t.deepEqual(waits, [0, 999, 1000, 2000, 4000, 4000, 4000]);
});

test('the error of the last try is thrown', async (t) => {
  const { client, requests } = await afterwards(t, [[503], [503], [500, { 'X-Request-Id': 'the-last' }]]);
  const error = await t.throwsAsync(client.call('GET /api/helloworld'), { instanceOf: ServiceError });
  t.deepEqual([error.status, error.requestId, requests.length], [500, 'the-last', 3]);
});

test('retries can be turned off', async (t) => {
  const { client, requests } = await afterwards(t, [[503]], { retries: 0 });
  await t.throwsAsync(client.call('GET /api/helloworld'), { instanceOf: ServiceError });
  await client.call('POST /datacard/{uid}', CHANGE);
  t.is(requests.length, 2);
  t.regex(String(requests[1]?.headers['idempotency-key']), /^[0-9a-f]{32}$/, 'others on the way may repeat it');
});

test('a call has its number of retries', async (t) => {
  const { client, requests } = await afterwards(t, [[503], [503], [503], [503]], { retries: 1 });
  await t.throwsAsync(client.call('GET /api/helloworld', { retries: 0 }), { instanceOf: ServiceError });
  t.is(requests.length, 1);
  await client.call('GET /api/helloworld', { retries: 3 });
  t.is(requests.length, 5);
});

test('a route that changes nothing is repeated without a key', async (t) => {
  const { client, requests } = await afterwards(t, [[503]]);
  await client.call('POST /api/time', { body: { cgt: 'Year 12 Day 3' } });
  t.deepEqual(
    requests.map(({ headers }) => headers['idempotency-key']),
    [undefined, undefined],
  );
});

test('the client sends a key with each change that takes one, and with no other call', async (t) => {
  const { client, requests } = await afterwards(t, []);
  for (const { method, path, takesIdempotencyKey } of routes) {
    const name = `${method} ${path.path}`;
    // The types of a call depend on its route, which is known at run time alone.
    const call = client.call as unknown as (route: string, call: object) => Promise<unknown>;
    await call.call(client, name, { params: { uid: '1:1', mode: 'personal', handle: 'x' } });
    t.is(requests.at(-1)?.headers['idempotency-key'] !== undefined, takesIdempotencyKey, name);
  }
});

/** A clock that moves by the waits, and by some milliseconds with each request. */
function movingClock(perRequest: number) {
  let now = 0;
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
    now += milliseconds;
  };
  const fetch: typeof globalThis.fetch = async (...request) => {
    now += perRequest;
    return globalThis.fetch(...request);
  };
  return { clock: { now: () => now, sleep }, fetch, waits };
}

for (const [whose, options, call] of [
  ['the client', { deadline: 5000 }, {}],
  ['the call', { deadline: 1e6 }, { deadline: 5000 }],
] as const) {
  test(`a wait beyond the deadline of ${whose} is not begun: the error comes at once`, async (t) => {
    const { clock, fetch, waits } = movingClock(1000);
    const answers: [number, Record<string, string>?][] = [[503], [503], [503, { 'Retry-After': '2' }], [503]];
    const { client, requests } = await afterwards(t, answers, { clock, fetch, retries: 9, ...options });
    const error = await t.throwsAsync(client.call('GET /api/helloworld', call), { instanceOf: ServiceError });
    t.is(error.status, 503);
    t.deepEqual(waits, [250, 500], 'a third wait of 3 s would end 6.75 s after the beginning');
    t.is(requests.length, 3);
  });
}

test('a call without an answer ends at its deadline', async (t) => {
  const { url, requests } = await strangeServer(t, () => {});
  // Only the deadline ends it while the test runs.
  const client = new Client({ baseUrl: url, clock: quickClock(), timeout: 1e9 });
  const error = await t.throwsAsync(client.call('GET /api/time', { deadline: 1 }), { instanceOf: Unreachable });
  t.is(error.code, 'timeout');
  t.true(requests.length <= 1, 'it is not repeated');
});

for (const [name, sleep] of [
  ['never ends', () => new Promise<void>(() => {})],
  ['ignores the signal', (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))],
] as const) {
  test(`an aborted call ends at once with a clock whose sleep ${name}`, async (t) => {
    const controller = new AbortController();
    const clock = {
      now: () => 0,
      sleep: (milliseconds: number) => {
        setImmediate(() => controller.abort(new Error('enough')));
        return sleep(milliseconds);
      },
    };
    const { client, requests } = await afterwards(t, [[503]], { clock });
    await t.throwsAsync(client.call('GET /api/time', { signal: controller.signal }), { message: 'enough' });
    t.is(requests.length, 1);
  });
}

test('a change is repeated with one key, and the next change has another', async (t) => {
  const { client, requests } = await afterwards(t, [[503]]);
  await client.call('POST /datacard/{uid}', CHANGE);
  await client.call('POST /datacard/{uid}', CHANGE);
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  t.is(keys.length, 3);
  t.regex(String(keys[0]), /^[0-9a-f]{32}$/);
  t.is(keys[1], keys[0]);
  t.not(keys[2], keys[0]);
  const own = await afterwards(t, [[503]]);
  await own.client.call('POST /datacard/{uid}', { ...CHANGE, idempotencyKey: 'mine' });
  t.deepEqual(
    own.requests.map(({ headers }) => headers['idempotency-key']),
    ['mine', 'mine'],
  );
});

test('any request without a key is sent once', async (t) => {
  const { client, requests } = await afterwards(t, [[503]]);
  await t.throwsAsync(client.send({ method: 'POST', path: '/api/time' }), { instanceOf: ServiceError });
  t.is(requests.length, 1);
});

const named: [name: string, headers: Record<string, string>, body: string, wait: number][] = [
  ['in seconds', { 'Retry-After': '7' }, '', 7000],
  ['as a date', { 'Retry-After': 'Thu, 01 Jan 1970 00:00:09 GMT' }, '', 9000],
  ['in the answer', {}, refusal('unavailable', { retry_after: 5 }), 5000],
  ['of the longest', { 'Retry-After': '60' }, '', 60_000],
];

for (const [name, headers, body, wait] of named) {
  test(`a wait that the service names is kept: ${name}`, async (t) => {
    const { client, waits } = await afterwards(t, [[503, headers, body]], { random: () => 0 });
    await client.call('GET /api/helloworld');
    t.deepEqual(waits, [wait]);
  });
}

test('a longer wait is an error at once, with the time of the next try', async (t) => {
  const { client, waits, requests } = await afterwards(t, [[503, { 'Retry-After': '61' }]]);
  const error = await t.throwsAsync(client.call('GET /api/helloworld'), { instanceOf: ServiceError });
  t.deepEqual(error.retryAt, new Date(61_000));
  t.is(error.details.retry_after, 61);
  t.deepEqual([waits, requests.length], [[], 1]);
});

test(
  'a rate limit of the service is kept if it ends soon, and otherwise is an error',
  withServer,
  async (t, server) => {
    const baseUrl = new URL(server.url).origin;
    const clock = quickClock((milliseconds) => {
      server.time.now += milliseconds;
    });
    const patient = new Client({ baseUrl, token: server.token, clock, random: () => 0, maxRetryAfter: 3_600_000 });
    const call = { params: { uid: '39:1' } };
    await patient.call('GET /event/{uid}', call);
    t.is((await patient.call('GET /event/{uid}', call)).rateLimit?.remaining, 0);
    t.deepEqual(clock.waits, [3_600_000]);

    const hasty = new Client({ baseUrl, token: server.token, clock });
    const error = await t.throwsAsync(hasty.call('GET /event/{uid}', call), { instanceOf: ServiceError });
    t.is(error.code, 'rate_limit_exceeded');
    t.deepEqual(error.retryAt, new Date((error.rateLimit?.reset ?? 0) * 1000));
    t.is(error.retryAt?.getTime(), server.time.now + 3_600_000, 'by the clock of the service');
    t.is(error.details.calls_until_blacklist, 599, 'it was sent once');
  },
  { rateLimit: 1 },
);

test('a lost connection is tried again, and the error says what to check', async (t) => {
  const clock = quickClock();
  const baseUrl = await closedPort();
  const client = new Client({ baseUrl, clock, random: () => 0.5 });
  const error = await t.throwsAsync(client.call('GET /api/time'), { instanceOf: Unreachable });
  t.is(error.code, 'ECONNREFUSED');
  t.is(error.message, `nothing listens at ${baseUrl}; check baseUrl, and that the service runs`);
  t.deepEqual([error.status, error.headers, error.requestId, error.rateLimit], [undefined, {}, undefined, undefined]);
  t.deepEqual(clock.waits, [250, 500]);
});

test('an aborted wait throws the reason of the signal', async (t) => {
  const controller = new AbortController();
  const { url, requests } = await strangeServer(t, (response) => {
    response.writeHead(503, { 'Retry-After': '30' }).end();
    setImmediate(() => controller.abort(new Error('enough')));
  });
  const client = new Client({ baseUrl: url });
  await t.throwsAsync(client.call('GET /api/time', { signal: controller.signal }), { message: 'enough' });
  t.is(requests.length, 1);
});
