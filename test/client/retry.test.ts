import test, { type ExecutionContext } from 'ava';
import { Client, type ClientOptions, ServiceError, Unreachable } from '../../src/client/index.js';
import { routes } from '../../src/routes/index.js';
import { closedPort, enveloped, strangeServer } from '../helpers/cli/strange-server.js';
import { quickClock } from '../helpers/quick-clock.js';
import { serverWith } from '../helpers/server.js';

const CHANGE = { params: { uid: '14:1' }, body: { production_entity_uid: '4:1', uses: 3 } };
const ASSIGN = 'POST /datacard/{uid}';
const HELLO = 'GET /api/helloworld';

type Refusal = [status: number, headers?: Record<string, string>, body?: string | undefined];

/** A server that gives these answers in turn, and then succeeds, with a client whose waits take no time. */
async function afterwards(t: ExecutionContext, answers: Refusal[], options: Partial<ClientOptions> = {}) {
  const { url, requests } = await strangeServer(t, (response) => {
    const [status, headers = {}, body = ''] = answers.shift() ?? [200, {}, enveloped({ message: 'hello' })];
    response.writeHead(status, headers).end(body);
  });
  const clock = quickClock();
  const client = new Client({ baseUrl: url, clock, random: () => 0.5, ...options });
  const keys = () => requests.map(({ headers }) => headers['idempotency-key']);
  return { client, requests, waits: clock.waits, keys };
}

const refusal = (error: string, more = {}) => JSON.stringify({ svcapi: { error, error_message: 'No.', ...more } });

/** Answers of the service and of proxies after which a call is repeated, or is not. */
const refusals: [isRepeated: boolean, status: number, body?: string][] = [
  [true, 503, refusal('unavailable')],
  [true, 500, refusal('internal_error')],
  [true, 408, refusal('request_timeout')],
  [true, 502, '<html>'],
  [true, 504],
  [true, 429],
  [false, 500, refusal('invalid_time')],
  [false, 404, refusal('not_found')],
  [false, 400, refusal('invalid_parameter')],
  [false, 401, refusal('permission_missing')],
  [false, 409, refusal('not_enough_uses')],
  // A rate limit without an end.
  [false, 400, refusal('rate_limit_exceeded')],
  [false, 501],
];

test('a call is repeated after an answer that may pass, and not after another', async (t) => {
  for (const [isRepeated, status, body] of refusals) {
    const { client, requests, waits } = await afterwards(t, [
      [status, {}, body],
      [status, {}, body],
    ]);
    const message = await client.call(HELLO).then(
      ({ data }) => data.message,
      (error) => error instanceof ServiceError && error.status,
    );
    const expected = isRepeated ? ['hello', 3, [250, 500]] : [status, 1, []];
    t.deepEqual([message, requests.length, waits], expected, `${status} ${body}`);
  }
});

test('the waits grow to eight seconds, and are random', async (t) => {
  const random = [0, 0.999, 0.5, 0.5, 0.5, 0.5, 0.5];
  const options = { retries: 7, random: () => random.shift() ?? 0 };
  const { client, waits } = await afterwards(t, [[503], [503], [503], [503], [503], [503], [503]], options);
  await client.call(HELLO);
  t.deepEqual(waits, [0, 999, 1000, 2000, 4000, 4000, 4000]);
});

test('the number of retries is an option of the client and of the call, and the last error is thrown', async (t) => {
  for (const [options, more, statuses] of [
    [{}, {}, [503, 503, 500]],
    [{ retries: 1 }, {}, [503, 500]],
    [{ retries: 1 }, { retries: 0 }, [500]],
    [{ retries: 0 }, {}, [500]],
  ] as const) {
    const refused = statuses.map((status): Refusal => [status, { 'X-Request-Id': `${status}` }]);
    const { client, requests } = await afterwards(t, [...refused, [503]], options);
    const { status, requestId } = await t.throwsAsync(client.call(HELLO, more), { instanceOf: ServiceError });
    t.deepEqual([status, requestId, requests.length], [500, '500', statuses.length]);
  }
  const never = await afterwards(t, [], { retries: 0 });
  await never.client.call(ASSIGN, CHANGE);
  t.regex(String(never.keys()[0]), /^[0-9a-f]{32}$/, 'others on the way may repeat it');
});

test('a change is repeated with one key, the next has another, and a request that takes none is sent without', async (t) => {
  const each = await afterwards(t, []);
  for (const { method, path, takesIdempotencyKey } of routes) {
    const name = `${method} ${path.path}`;
    // The types of a call depend on its route, which is known only at run time.
    const call = each.client.call as unknown as (route: string, call: object) => Promise<unknown>;
    await call.call(each.client, name, { params: { uid: '1:1', mode: 'personal', handle: 'x' } });
    t.is(each.keys().at(-1) !== undefined, takesIdempotencyKey, name);
  }
  const { client, keys } = await afterwards(t, [[503]]);
  await client.call(ASSIGN, CHANGE);
  await client.call(ASSIGN, CHANGE);
  const [first, again, next, ...others] = keys();
  t.regex(String(first), /^[0-9a-f]{32}$/);
  t.is(again, first);
  t.not(next, first);
  t.deepEqual(others, []);
  const own = await afterwards(t, [[503]]);
  await own.client.call(ASSIGN, { ...CHANGE, idempotencyKey: 'mine' });
  t.deepEqual(own.keys(), ['mine', 'mine']);
  const without = await afterwards(t, [[503]]);
  await t.throwsAsync(without.client.send({ method: 'POST', path: '/api/time' }), { instanceOf: ServiceError });
  t.is(without.requests.length, 1);
});

test('a wait beyond the deadline of the client or the call is not begun, and a call without an answer ends there', async (t) => {
  for (const [options, call] of [
    [{ deadline: 5000 }, {}],
    [{ deadline: 1e6 }, { deadline: 5000 }],
  ]) {
    // The clock moves by the waits, and by a second with each request.
    let now = 0;
    const clock = quickClock((milliseconds) => {
      now += milliseconds;
    });
    const fetch: typeof globalThis.fetch = (...request) => {
      now += 1000;
      return globalThis.fetch(...request);
    };
    const moving = { clock: { ...clock, now: () => now }, fetch, retries: 9 };
    const answers: Refusal[] = [[503], [503], [503, { 'Retry-After': '2' }], [503]];
    const { client, requests } = await afterwards(t, answers, { ...moving, ...options });
    const error = await t.throwsAsync(client.call(HELLO, call), { instanceOf: ServiceError });
    t.is(error.status, 503);
    t.deepEqual(clock.waits, [250, 500], 'a third wait of 3 s would end 6.75 s after the beginning');
    t.is(requests.length, 3);
  }
  const { url, requests } = await strangeServer(t, () => {});
  // Only the deadline ends it while the test runs.
  const client = new Client({ baseUrl: url, clock: quickClock(), timeout: 1e9 });
  const error = await t.throwsAsync(client.call('GET /api/time', { deadline: 1 }), { instanceOf: Unreachable });
  t.is(error.code, 'timeout');
  t.true(requests.length <= 1, 'it is not repeated');
});

test('an aborted wait throws the reason of the signal at once, also with a clock that ignores it', async (t) => {
  const never = () => new Promise<void>(() => {});
  for (const clock of [undefined, { now: () => 0, sleep: never }]) {
    const controller = new AbortController();
    const { url, requests } = await strangeServer(t, (response) => {
      response.writeHead(503, { 'Retry-After': '30' }).end();
      setImmediate(() => controller.abort(new Error('enough')));
    });
    const client = new Client({ baseUrl: url, ...(clock && { clock }) });
    await t.throwsAsync(client.call('GET /api/time', { signal: controller.signal }), { message: 'enough' });
    t.is(requests.length, 1);
  }
});

test('a wait that the service names is kept, and a longer one is an error with the time of the next try', async (t) => {
  for (const [wait, headers, body] of [
    [7000, { 'Retry-After': '7' }],
    [9000, { 'Retry-After': 'Thu, 01 Jan 1970 00:00:09 GMT' }],
    [5000, {}, refusal('unavailable', { retry_after: 5 })],
    [60_000, { 'Retry-After': '60' }],
  ] as [number, Record<string, string>, string?][]) {
    const { client, waits } = await afterwards(t, [[503, headers, body]], { random: () => 0 });
    await client.call(HELLO);
    t.deepEqual(waits, [wait]);
  }
  const { client, waits, requests } = await afterwards(t, [[503, { 'Retry-After': '61' }]]);
  const error = await t.throwsAsync(client.call(HELLO), { instanceOf: ServiceError });
  t.deepEqual(error.retryAt, new Date(61_000));
  t.is(error.details.retry_after, 61);
  t.deepEqual([waits, requests.length], [[], 1]);
});

const limited = serverWith({ rateLimit: 1 });

test('a rate limit is kept if it ends soon, and otherwise is an error', limited, async (t, server) => {
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
});

test('a lost connection is tried again, and the error says what to check', async (t) => {
  const clock = quickClock();
  const baseUrl = await closedPort();
  const client = new Client({ baseUrl, clock, random: () => 0.5 });
  const error = await t.throwsAsync(client.call('GET /api/time'), { instanceOf: Unreachable });
  t.is(error.message, `nothing listens at ${baseUrl}; check baseUrl, and that the service runs`);
  const { code, status, headers, requestId, rateLimit } = error;
  t.deepEqual([code, status, headers, requestId, rateLimit], ['ECONNREFUSED', undefined, {}, undefined, undefined]);
  t.deepEqual(clock.waits, [250, 500]);
});
