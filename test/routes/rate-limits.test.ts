import test from 'ava';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { exchange } from '../helpers/raw.js';
import { initOf, type Row, rows } from '../helpers/reference.js';
import { type Answer, form, type Server, serverWith, statusesOf, withServer } from '../helpers/server.js';

/** Reference, section 8, and wire.md, “Rate limits”. The trial `limits` counts bursts on one and on several instances. */

const RESET = NOW + 3600;
const NAMES = [
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-ratelimit-resettime'],
  ...['ratelimit', 'ratelimit-policy'],
];
const NONE = NAMES.map(() => null);

/** The values of all rate-limit headers of a policy, for a window that began at NOW. */
function expected(policy: string, remaining: number, limit = 600) {
  const draft = [`"${policy}";r=${remaining};t=3600`, `"${policy}";q=${limit};w=3600`];
  return [String(limit), String(remaining), String(RESET), 'Mon, 17 Jun 2024 13:00:00 +0000', ...draft];
}

/** The name of a policy is that of its path in the index. */
const policyOf = ({ path, resource }: Row) =>
  path.startsWith('/character/') ? resource : (/\w+/.exec(path)?.[0] ?? '');

const shown = ({ headers }: Pick<Answer, 'headers'>) => NAMES.map((name) => headers.get(name));
const left = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));

/** The calls that are left, by pattern, as the service lists them. */
async function remaining({ call }: Server): Promise<Record<string, number>> {
  const { ratelimit } = (await call('/api/ratelimits')).json.svcapi.ratelimits;
  type Listed = { attributes: { pattern: string; remaining: number } };
  return Object.fromEntries(ratelimit.map(({ attributes }: Listed) => [attributes.pattern, attributes.remaining]));
}

const untouched = Object.fromEntries(rows.filter((row) => row.rateLimited).map((row) => [row.path, 600]));

test('each limited row counts and shows the calls that are left, and no other', withServer, async (t, server) => {
  const counts = { ...untouched };
  for (const row of rows) {
    const { method, path, sample, number } = row;
    const call = (headers: Record<string, string>) => server.call(sample, { ...initOf(row), headers });
    if (row.rateLimited) {
      for (const _ of [1, 2]) {
        const answer = await call({ 'Idempotency-Key': `${number}` });
        counts[path] = (counts[path] ?? 0) - 1;
        t.is(answer.status, 200, `${method} ${path}`);
        t.deepEqual(shown(answer), expected(policyOf(row), counts[path]), `${method} ${path}`);
      }
    } else {
      for (const headers of [{}, { Authorization: '' }, { Accept: 'text/html' }] as Record<string, string>[])
        t.deepEqual(shown(await call(headers)), NONE, `${method} ${path}`);
    }
    t.deepEqual(await remaining(server), counts, `${method} ${path}`);
  }
});

const EVENT = '/event/39:1';
const CARD = '/datacard/14:1';
const manyFields = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, '']));

// Every call counts, also one that is refused, however that comes about; all methods of a path count together.
const refused: [status: number, path: string, init?: RequestInit][] = [
  [401, EVENT, { headers: { Authorization: '' } }],
  [401, EVENT, { headers: { Authorization: 'Bearer x' } }],
  [400, '/event/39'],
  [400, `${EVENT}?format=yaml`],
  [404, '/event/39:999'],
  [404, '/event/39:2'],
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
  [200, CARD],
];

const LINE = 'GET /ws/v2.0/event/39:1 HTTP/1.1\r\nHost: localhost\r\n';

test('a call that is refused counts, and a request that cannot be read does not', withServer, async (t, server) => {
  const counts: Record<string, number> = {};
  const check = async (status: number, path: string, init?: RequestInit) => {
    const policy = /\w+/.exec(path)?.[0] ?? '';
    counts[policy] = (counts[policy] ?? 0) + 1;
    const answer = await server.call(path, init);
    t.is(answer.status, status, path);
    t.deepEqual(shown(answer), expected(policy, 600 - counts[policy]), `${status} ${path}`);
  };
  for (const row of refused) await check(...row);
  await check(401, EVENT, { headers: { Authorization: `Bearer ${await tokenFor(server.store, '1:1', [])}` } });
  for (const bytes of [
    `${LINE}A: ${'x'.repeat(20_000)}\r\n\r\n`,
    `${LINE}A\r\n\r\n`,
    `${LINE.replace('1.1', '3.7')}\r\n`,
  ]) {
    const [answer] = await exchange(server.url, bytes);
    t.deepEqual(shown({ headers: new Headers(answer?.headers) }), NONE);
  }
  t.is((await remaining(server))['/event/{uid}'], 600 - (counts.event ?? 0));
});

const overloaded = serverWith({ maxRequests: 0, rateLimit: 1 });

test('an overloaded service counts, and refuses calls over the limit as such', overloaded, async (t, { call }) => {
  const answer = await call(EVENT);
  t.is(answer.status, 503);
  t.deepEqual(shown(answer), expected('event', 0, 1));
  t.is((await call(EVENT)).json.svcapi.error, 'rate_limit_exceeded');
});

const spellings: Record<string, string[]> = {
  '/event/{uid}': [EVENT, '/event/39%3A1', '/EVENT/39:1/', '/event/39:2', '/event/x', '/event/39:1?format=xml'],
  '/character[/{uid}]': ['/character', '/character/', '/character/1:1', '/CHARACTER/hana+veil', '/character/nobody/'],
  '/character/{uid}/creditlog': ['/character/1:1/creditlog', '/character/1%3a2/CREDITLOG/?item_count=1'],
};

test('a path is one pattern, however it is spelled', withServer, async (t, server) => {
  const counts = { ...untouched };
  for (const [pattern, paths] of Object.entries(spellings)) {
    for (const [index, path] of paths.entries()) t.is(left(await server.call(path)), 599 - index, path);
    counts[pattern] = 600 - paths.length;
  }
  t.deepEqual(await remaining(server), counts);
});

test('of 41 concurrent calls exactly 20 are served', serverWith({ rateLimit: 20 }), async (t, { call }) => {
  const paths = [EVENT, '/event/39:1/', '/event/39%3A1', '/EVENT/39:1'];
  const answers = await Promise.all(Array.from({ length: 41 }, (_, index) => call(paths[index % 4] ?? '')));
  const served = answers.filter(({ status }) => status === 200);
  const [over, ...others] = answers.filter(({ status }) => status === 400);
  t.deepEqual([served.length, others.length], [20, 20]);
  t.deepEqual(
    served.map(left).sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, index) => index),
  );
  t.deepEqual(over && shown(over), expected('event', 0, 20));
  t.is(over?.headers.get('retry-after'), '3600');
  t.like(over?.json.svcapi, { error_code: 400, error: 'rate_limit_exceeded', retry_after: 3600 });
  t.regex(over?.json.svcapi.error_message, /20 calls.*Mon, 17 Jun 2024 13:00:00 \+0000/);
});

const three = serverWith({ rateLimit: 3 });

/** Makes one call more to events than the window allows. */
async function useUp({ call }: Server): Promise<Answer> {
  for (const _ of [1, 2, 3]) await call(EVENT);
  return call(EVENT);
}

test(
  'a window begins with its first call, and at its end, not a millisecond earlier, all calls are available again',
  three,
  async (t, server) => {
    const { call, time } = server;
    await call(EVENT);
    time.now += 1_000_000;
    t.deepEqual(shown(await call(EVENT))[4], '"event";r=1;t=2600');
    t.is((await useUp(server)).status, 400);
    time.now = RESET * 1000 - 1;
    const late = await call(EVENT);
    t.deepEqual([late.status, late.headers.get('retry-after')], [400, '1']);
    t.is((await remaining(server))['/event/{uid}'], 0);
    time.now = RESET * 1000;
    t.is((await remaining(server))['/event/{uid}'], 3);
    const { status, headers } = await call(EVENT);
    t.is(status, 200);
    t.deepEqual(shown({ headers }).slice(1, 3), ['2', String(RESET + 3600)]);
  },
);

test('seconds are rounded up', three, async (t, server) => {
  server.time.now += 400;
  await useUp(server);
  server.time.now += 1700;
  const { headers, json } = await server.call(EVENT);
  // The window ends at NOW + 3600.4 s: 3601 as a moment, and 3599 from now.
  t.is(headers.get('retry-after'), '3599');
  t.is(json.svcapi.retry_after, 3599);
  const [, , reset, time, draft] = shown({ headers });
  t.deepEqual([reset, time, draft], [String(RESET + 1), 'Mon, 17 Jun 2024 13:00:01 +0000', '"event";r=0;t=3599']);
});

test('patterns are limited separately, and tokens of one address share their limit', three, async (t, server) => {
  const headers = { Authorization: `Bearer ${await tokenFor(server.store, '1:2')}` };
  t.is((await useUp(server)).status, 400);
  const calls = ['/character', '/api/time', EVENT].map((path) => server.call(path));
  t.deepEqual(statusesOf(await Promise.all(calls)), [200, 200, 400]);
  t.is((await server.call('/event/39:2', { headers })).status, 400);
});

test('limit and window are settings', serverWith({ rateLimit: 7, rateWindow: 60_000 }), async (t, { call }) => {
  const [limit, , reset, , , policy] = shown(await call(EVENT));
  t.deepEqual([limit, reset, policy], ['7', String(NOW + 60), '"event";q=7;w=60']);
});
