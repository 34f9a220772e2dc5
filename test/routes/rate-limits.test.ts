import test from 'ava';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { exchange } from '../helpers/raw.js';
import { initOf, rows } from '../helpers/reference.js';
import { type Answer, form, type Server, serverWith, statusesOf, withServer } from '../helpers/server.js';

/** Reference, section 8, and wire.md, “Rate limits”. The trial `limits` counts bursts on one and on several instances. */

const RESET = NOW + 3600;
const EVENT = '/event/39:1';
const CARD = '/datacard/14:1';
const LEGACY = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-ratelimit-resettime'];

/** Returns the values of all rate-limit headers of an answer. */
const shown = ({ headers }: Pick<Answer, 'headers'>) =>
  [...LEGACY, 'ratelimit', 'ratelimit-policy'].map((name) => headers.get(name));
const NONE = Array.from({ length: 6 }, () => null);

/** Returns those values for a window that began at NOW. */
function expected(policy: string, remaining: number, limit = 600) {
  const draft = [`"${policy}";r=${remaining};t=3600`, `"${policy}";q=${limit};w=3600`];
  return [String(limit), String(remaining), String(RESET), 'Mon, 17 Jun 2024 13:00:00 +0000', ...draft];
}

/** Returns the calls that are left, by pattern, as the service lists them. */
async function remaining({ call }: Server): Promise<Record<string, number>> {
  const { ratelimit } = (await call('/api/ratelimits')).json.svcapi.ratelimits;
  type Listed = { attributes: { pattern: string; remaining: number } };
  return Object.fromEntries(ratelimit.map(({ attributes }: Listed) => [attributes.pattern, attributes.remaining]));
}

test('each limited row counts and shows the calls that are left, and no other', withServer, async (t, server) => {
  const counts = Object.fromEntries(rows.filter((row) => row.rateLimited).map((row) => [row.path, 600]));
  for (const row of rows) {
    const { method, path, sample, number, resource, rateLimited } = row;
    const policy = path.startsWith('/character/') ? resource : (/\w+/.exec(path)?.[0] ?? '');
    for (const more of [{}, { Accept: 'application/xml' }, ...(rateLimited ? [] : [{ Authorization: '' }])]) {
      const headers = { 'Idempotency-Key': `${number}`, ...more };
      const answer = await server.call(sample, { ...initOf(row), headers });
      if (rateLimited) counts[path] = (counts[path] ?? 0) - 1;
      t.deepEqual(shown(answer), rateLimited ? expected(policy, counts[path] ?? 0) : NONE, `${method} ${path}`);
    }
    t.deepEqual(await remaining(server), counts, `${method} ${path}`);
  }
});

const manyFields = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, '']));

/** Every call counts, also one that is refused; all methods and spellings of a path count together. */
const counted: [status: number, path: string, init?: RequestInit][] = [
  [401, EVENT, { headers: { Authorization: '' } }],
  [401, EVENT, { headers: { Authorization: 'Bearer x' } }],
  [405, EVENT, { method: 'POST' }],
  [406, EVENT, { headers: { Accept: 'text/html' } }],
  [204, EVENT, { method: 'OPTIONS' }],
  [200, EVENT, { method: 'HEAD' }],
  [414, `${EVENT}?a=${'x'.repeat(2048)}`],
  [431, EVENT, { headers: { A: 'x'.repeat(8192) } }],
  [431, EVENT, { headers: manyFields }],
  [409, CARD, form({ production_entity_uid: '4:1', uses: 101 })],
  [415, CARD, { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } }],
  [413, CARD, form({ production_entity_uid: 'x'.repeat(20_000) })],
  [400, CARD, { method: 'DELETE' }],
];

/** Those that are only a path. */
const gets: [status: number, paths: string][] = [
  [400, `/event/39 ${EVENT}?format=yaml`],
  [404, '/event/39:999 /event/39:2 /character/nobody/ /character/1%3a2/CREDITLOG/?item_count=1'],
  [200, `${CARD} /event/39%3A1 /EVENT/39:1/ ${EVENT}?format=xml`],
  [200, '/CHARACTER /CHARACTER/ /character/1:1 /CHARACTER/hana+veil /character/1:1/creditlog'],
];

const LINE = 'GET /ws/v2.0/event/39:1 HTTP/1.1\r\nHost: localhost\r\n';

test('a call that is refused counts, and a request that cannot be read does not', withServer, async (t, server) => {
  const counts: Record<string, number> = {};
  const unable = { headers: { Authorization: `Bearer ${await tokenFor(server.store, '1:1', [])}` } };
  const read = gets.flatMap(([status, paths]) => paths.split(' ').map((path) => [status, path] as const));
  for (const [status, path, init] of [...read, ...counted, [401, EVENT, unable] as const]) {
    const [, first = '', rest = ''] = /^\/(\w+)(?:\/[^/]+\/(\w+))?/.exec(path.toLowerCase()) ?? [];
    const policy = rest === '' ? first : `${first}_${rest}`;
    counts[policy] = (counts[policy] ?? 0) + 1;
    const answer = await server.call(path, init);
    t.is(answer.status, status, path);
    t.deepEqual(shown(answer), expected(policy, 600 - counts[policy]), `${status} ${path}`);
  }
  for (const bytes of [`${LINE}A: ${'x'.repeat(20_000)}\r\n`, `${LINE}A\r\n`, LINE.replace('1.1', '3.7')]) {
    const [answer] = await exchange(server.url, `${bytes}\r\n`);
    t.deepEqual(shown({ headers: new Headers(answer?.headers) }), NONE);
  }
  t.is((await remaining(server))['/event/{uid}'], 600 - (counts.event ?? 0));
});

const overloaded = serverWith({ maxRequests: 0, rateLimit: 1 });

test(
  'the limit comes before tokens, methods and parameters, also in an overloaded service',
  overloaded,
  async (t, { call }) => {
    const answer = await call(EVENT);
    t.is(answer.status, 503);
    t.deepEqual(shown(answer), expected('event', 0, 1));
    const more: RequestInit[] = [{}, { method: 'PUT' }, { headers: { Authorization: 'Bearer x' } }];
    for (const init of more) t.is((await call('/event/x', init)).json.svcapi.error, 'rate_limit_exceeded');
  },
);

const three = serverWith({ rateLimit: 3 });

test(
  'a window begins with its first call, and ends at its end, not a millisecond earlier',
  three,
  async (t, server) => {
    const { call, time } = server;
    await call(EVENT);
    time.now += 1_000_000;
    t.deepEqual(shown(await call(EVENT))[4], '"event";r=1;t=2600');
    t.deepEqual(statusesOf([await call(EVENT), await call(EVENT)]), [200, 400]);
    time.now = RESET * 1000 - 1;
    const late = await call(EVENT);
    t.deepEqual([late.status, late.headers.get('retry-after')], [400, '1']);
    t.regex(late.json.svcapi.error_message, /3 calls.*Mon, 17 Jun 2024 13:00:00 \+0000/);
    t.is((await remaining(server))['/event/{uid}'], 0);
    time.now = RESET * 1000;
    t.is((await remaining(server))['/event/{uid}'], 3);
    const { status, headers } = await call(EVENT);
    t.is(status, 200);
    t.deepEqual(shown({ headers }).slice(1, 3), ['2', String(RESET + 3600)]);
  },
);

test(
  'seconds are rounded up, and other tokens and paths neither share nor extend a limit',
  three,
  async (t, server) => {
    const { call, time, store } = server;
    time.now += 400;
    for (const _ of [1, 2, 3]) await call(EVENT);
    time.now += 1700;
    const { headers, json } = await call(EVENT);
    // The window ends at NOW + 3600.4 s: 3601 as a timestamp, and 3599 from now.
    t.is(headers.get('retry-after'), '3599');
    t.is(json.svcapi.retry_after, 3599);
    const [, , reset, resetTime, draft] = shown({ headers });
    t.deepEqual(
      [reset, resetTime, draft],
      [String(RESET + 1), 'Mon, 17 Jun 2024 13:00:01 +0000', '"event";r=0;t=3599'],
    );
    const as = { headers: { Authorization: `Bearer ${await tokenFor(store, '1:2')}` } };
    const others = [call('/character'), call('/api/time'), call('/event/39:2', as)];
    t.deepEqual(statusesOf(await Promise.all(others)), [200, 200, 400]);
  },
);

test('limit and window are settings', serverWith({ rateLimit: 7, rateWindow: 60_000 }), async (t, { call }) => {
  const [limit, , reset, , , policy] = shown(await call(EVENT));
  t.deepEqual([limit, reset, policy], ['7', String(NOW + 60), '"event";q=7;w=60']);
});
