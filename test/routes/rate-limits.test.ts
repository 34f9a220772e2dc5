import test from 'ava';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { initOf, type Row, rows } from '../helpers/reference.js';
import { type Answer, form, type Server, withServer } from '../helpers/server.js';

const RESET = NOW + 3600;
const RESET_TIME = 'Mon, 17 Jun 2024 13:00:00 +0000';
const NAMES = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-ratelimit-resettime',
  'ratelimit',
  'ratelimit-policy',
];

/** The values of all rate-limit headers of a policy, for a window that began at NOW. */
function expected(policy: string, remaining: number, limit = 600) {
  return [
    String(limit),
    String(remaining),
    String(RESET),
    RESET_TIME,
    `"${policy}";r=${remaining};t=3600`,
    `"${policy}";q=${limit};w=3600`,
  ];
}

/** The name of a policy is that of its path in the index. */
const policyOf = ({ path, resource }: Row) =>
  path.startsWith('/character/') ? resource : (/\w+/.exec(path)?.[0] ?? '');

const shown = ({ headers }: Answer) => NAMES.map((name) => headers.get(name));

/** The calls that are left, by pattern, as the service lists them. */
async function remaining({ call }: Server): Promise<Record<string, number>> {
  const { ratelimit } = (await call('/api/ratelimits')).json.svcapi.ratelimits;
  return Object.fromEntries(
    ratelimit.map(({ attributes }: { attributes: { pattern: string; remaining: number } }) => [
      attributes.pattern,
      attributes.remaining,
    ]),
  );
}

const untouched = Object.fromEntries(rows.filter((row) => row.rateLimited).map((row) => [row.path, 600]));

for (const row of rows.filter(({ rateLimited }) => rateLimited)) {
  test(`${row.method} ${row.path} counts, and shows the calls that are left`, withServer, async (t, server) => {
    for (const left of [599, 598]) {
      const answer = await server.call(row.sample, { ...initOf(row), headers: { 'Idempotency-Key': 'k' } });
      t.is(answer.status, 200);
      t.deepEqual(shown(answer), expected(policyOf(row), left));
    }
    t.deepEqual(await remaining(server), { ...untouched, [row.path]: 598 });
  });
}

for (const row of rows.filter(({ rateLimited }) => !rateLimited)) {
  test(`${row.method} ${row.path} does not count, and has no rate-limit headers`, withServer, async (t, server) => {
    for (const headers of [{}, { Authorization: '' }, { Accept: 'text/html' }]) {
      const answer = await server.call(row.sample, { ...initOf(row), headers });
      t.deepEqual(
        shown(answer),
        NAMES.map(() => null),
      );
    }
    t.deepEqual(await remaining(server), untouched);
  });
}

// Failed calls count too.
const refused: [string, number, string, RequestInit][] = [
  ['no token', 401, '/event/39:1', { headers: { Authorization: '' } }],
  ['an unknown token', 401, '/event/39:1', { headers: { Authorization: 'Bearer x' } }],
  ['a parameter that is wrong', 400, '/event/39', {}],
  ['a format that is unknown', 400, '/event/39:1?format=yaml', {}],
  ['an event that is not there', 404, '/event/39:999', {}],
  ['an event of somebody else', 404, '/event/39:2', {}],
  ['a method that is unknown', 405, '/event/39:1', { method: 'POST' }],
  ['a format that cannot be had', 406, '/event/39:1', { headers: { Accept: 'text/html' } }],
  ['the question for its methods', 204, '/event/39:1', { method: 'OPTIONS' }],
  ['its head alone', 200, '/event/39:1', { method: 'HEAD' }],
];

for (const [what, status, path, init] of refused) {
  test(`${what} counts, and its ${status} shows the calls that are left`, withServer, async (t, server) => {
    const answer = await server.call(path, init);
    t.is(answer.status, status);
    t.deepEqual(shown(answer), expected('event', 599));
    t.is((await remaining(server))['/event/{uid}'], 599);
  });
}

const changes: [string, number, RequestInit][] = [
  ['too few uses', 409, form({ production_entity_uid: '4:1', uses: 101 })],
  ['a body that is no form', 415, { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } }],
  ['a body that is too large', 413, form({ production_entity_uid: 'x'.repeat(20_000) })],
];

for (const [what, status, init] of changes) {
  test(`${what} counts, and its ${status} shows the calls that are left`, withServer, async (t, { call }) => {
    const answer = await call('/datacard/14:1', init);
    t.is(answer.status, status);
    t.deepEqual(shown(answer), expected('datacard', 599));
  });
}

test(
  'a missing permission counts, and its 401 shows the calls that are left',
  withServer,
  async (t, { call, store }) => {
    const headers = { Authorization: `Bearer ${await tokenFor(store, '1:1', [])}` };
    const answer = await call('/event/39:1', { headers });
    t.is(answer.status, 401);
    t.deepEqual(shown(answer), expected('event', 599));
  },
);

const spellings: [string, string[]][] = [
  [
    '/event/{uid}',
    ['/event/39:1', '/event/39%3A1', '/EVENT/39:1/', '/event/39:2', '/event/x', '/event/39:1?format=xml'],
  ],
  ['/character[/{uid}]', ['/character', '/character/', '/character/1:1', '/CHARACTER/hana+veil', '/character/nobody/']],
  ['/character/{uid}/creditlog', ['/character/1:1/creditlog', '/character/1%3a2/CREDITLOG/?item_count=1']],
];

for (const [pattern, paths] of spellings) {
  test(`${pattern} is one pattern, however its paths are spelled`, withServer, async (t, server) => {
    const left = [];
    for (const path of paths) left.push((await server.call(path)).headers.get('x-ratelimit-remaining'));
    t.deepEqual(
      left,
      paths.map((_, index) => String(599 - index)),
    );
    t.deepEqual(await remaining(server), { ...untouched, [pattern]: 600 - paths.length });
  });
}

test('the methods of a path share its pattern', withServer, async (t, { call }) => {
  const left = [];
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'OPTIONS']) {
    left.push((await call('/datacard/14:1', { method })).headers.get('x-ratelimit-remaining'));
  }
  t.deepEqual(left, ['599', '598', '597', '596', '595', '594']);
});

test(
  'of 21 concurrent calls exactly 20 are served',
  withServer,
  async (t, { call }) => {
    const answers = await Promise.all(Array.from({ length: 21 }, () => call('/event/39:1')));
    const served = answers.filter(({ status }) => status === 200);
    const [over, ...others] = answers.filter(({ status }) => status === 400);
    t.is(served.length, 20);
    t.is(others.length, 0);
    t.deepEqual(
      served.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, index) => index),
    );
    t.deepEqual(over && shown(over), expected('event', 0, 20));
    t.is(over?.headers.get('retry-after'), '3600');
    t.like(over?.json.svcapi, { error_code: 400, error: 'rate_limit_exceeded', retry_after: 3600 });
    t.regex(over?.json.svcapi.error_message, /20 calls.*Mon, 17 Jun 2024 13:00:00 \+0000/);
  },
  { rateLimit: 20 },
);

const three = { rateLimit: 3 };

/** Makes one call more to events than the window allows. */
async function useUp({ call }: Server): Promise<Answer> {
  for (const _ of [1, 2, 3]) await call('/event/39:1');
  return call('/event/39:1');
}

test(
  'all calls are available again at the reset, and not a millisecond earlier',
  withServer,
  async (t, server) => {
    const { call, time } = server;
    t.is((await useUp(server)).status, 400);
    time.now = RESET * 1000 - 1;
    const late = await call('/event/39:1');
    t.is(late.status, 400);
    t.is(late.headers.get('retry-after'), '1');
    t.is((await remaining(server))['/event/{uid}'], 0);
    time.now = RESET * 1000;
    t.is((await remaining(server))['/event/{uid}'], 3);
    const back = await call('/event/39:1');
    t.is(back.status, 200);
    t.is(back.headers.get('x-ratelimit-remaining'), '2');
    t.is(back.headers.get('x-ratelimit-reset'), String(RESET + 3600));
  },
  three,
);

test(
  'seconds are rounded up',
  withServer,
  async (t, server) => {
    server.time.now += 250;
    await useUp(server);
    server.time.now += 500;
    const { headers, json } = await server.call('/event/39:1');
    t.is(headers.get('retry-after'), '3600');
    t.is(json.svcapi.retry_after, 3600);
    t.is(headers.get('x-ratelimit-reset'), String(RESET + 1));
    t.is(headers.get('ratelimit'), '"event";r=0;t=3600');
  },
  three,
);

test('the window begins with the first call, and later calls do not move it', withServer, async (t, { call, time }) => {
  await call('/event/39:1');
  time.now += 1_000_000;
  const { headers } = await call('/event/39:1');
  t.is(headers.get('x-ratelimit-reset'), String(RESET));
  t.is(headers.get('ratelimit'), '"event";r=598;t=2600');
});

test(
  'patterns are limited separately',
  withServer,
  async (t, server) => {
    t.is((await useUp(server)).status, 400);
    t.is((await server.call('/character')).status, 200);
    t.is((await server.call('/api/time')).status, 200);
    t.is((await server.call('/event/39:1')).status, 400);
  },
  three,
);

test(
  'tokens of one address share its limit',
  withServer,
  async (t, server) => {
    await useUp(server);
    const headers = { Authorization: `Bearer ${await tokenFor(server.store, '1:2')}` };
    t.is((await server.call('/event/39:2', { headers })).status, 400);
  },
  three,
);

test(
  'the limit and the window are settings',
  withServer,
  async (t, { call }) => {
    const answer = await call('/event/39:1');
    t.is(answer.headers.get('x-ratelimit-limit'), '7');
    t.is(answer.headers.get('x-ratelimit-reset'), String(NOW + 60));
    t.is(answer.headers.get('ratelimit-policy'), '"event";q=7;w=60');
  },
  { rateLimit: 7, rateWindow: 60_000 },
);
