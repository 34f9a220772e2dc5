import test from 'ava';
import { NOW } from '../../helpers/galaxy.js';
import { exchange, RawClient, request } from '../../helpers/raw.js';
import { type Answer, type Server, withServer } from '../../helpers/server.js';

/** Reference, section 8, and wire.md, “Rate limits”. */

const HOUR = 3600;
const RESET_TIME = 'Mon, 17 Jun 2024 13:00:00 +0000';

function fieldsOf({ headers }: Pick<Answer, 'headers'>) {
  const names = ['Limit', 'Remaining', 'Reset', 'ResetTime'].map((name) => `X-RateLimit-${name}`);
  return [...names, 'RateLimit-Policy', 'RateLimit'].map((name) => headers.get(name));
}

/** The fields after the first call of a path. */
function afterOne(name: string): string[] {
  const fields = [`"${name}";q=600;w=${HOUR}`, `"${name}";r=599;t=${HOUR}`];
  return ['600', '599', String(NOW + HOUR), RESET_TIME, ...fields];
}

const manyFields = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, '']));

/** test/routes/rate-limits.test.ts has the answers of the routes. */
const answers: [status: number, title: string, path: string, init?: RequestInit][] = [
  [414, 'a long address', `/event/39:1?a=${'x'.repeat(2048)}`],
  [431, 'a long header field', '/event/39:1', { headers: { A: 'x'.repeat(8192) } }],
  [431, 'many header fields', '/event/39:1', { headers: manyFields }],
];

for (const [status, title, path, init] of answers) {
  test(`the rate-limit headers are on ${title}: ${status}`, withServer, async (t, server) => {
    const answer = await server.call(path, init);
    t.is(answer.status, status);
    t.deepEqual(fieldsOf(answer), afterOne(/\w+/.exec(path)?.[0] ?? ''));
  });
}

test(
  'the rate-limit headers are on an answer of an overloaded service: 503',
  withServer,
  async (t, server) => {
    const answer = await server.call('/event/39:1');
    t.is(answer.status, 503);
    t.deepEqual(fieldsOf(answer), afterOne('event'));
  },
  { maxRequests: 0 },
);

test(
  'a call over the limit is refused as such also by an overloaded service',
  withServer,
  async (t, server) => {
    await server.call('/event/39:1');
    const { status, json } = await server.call('/event/39:1');
    t.is(`${status} ${json.svcapi.error}`, '400 rate_limit_exceeded');
  },
  { maxRequests: 0, rateLimit: 1 },
);

const LINE = 'GET /ws/v2.0/event/39:1 HTTP/1.1\r\nHost: localhost\r\n';

const unreadable: [status: number, title: string, bytes: string][] = [
  [431, 'more header fields than the parser reads', `${LINE}A: ${'x'.repeat(20_000)}\r\n\r\n`],
  [400, 'a field without a colon', `${LINE}A\r\n\r\n`],
  [400, 'another protocol', 'GET /ws/v2.0/event/39:1 HTTP/3.7\r\n\r\n'],
];

for (const [status, title, bytes] of unreadable) {
  test(`a request that cannot be read does not count: ${title}`, withServer, async (t, server) => {
    const [answer] = await exchange(server.url, bytes);
    t.is(answer?.status, status);
    t.deepEqual(fieldsOf({ headers: new Headers(answer?.headers) }), Array(6).fill(null));
    t.is((await server.call('/event/39:1')).headers.get('x-ratelimit-remaining'), '599');
  });
}

test(
  'calls over the limit are refused until the window ends',
  withServer,
  async (t, server) => {
    server.time.now += 400;
    for (const remaining of ['1', '0']) {
      t.is((await server.call('/character')).headers.get('x-ratelimit-remaining'), remaining);
    }
    server.time.now += 1700;
    const refused = await server.call('/character');
    t.is(`${refused.status} ${refused.json.svcapi.error}`, '400 rate_limit_exceeded');
    // The window ends at NOW + 10.4 s: in whole seconds, rounded up, 11 as a moment and 9 from now.
    const fields = [
      '2',
      '0',
      String(NOW + 11),
      'Mon, 17 Jun 2024 12:00:11 +0000',
      '"character";q=2;w=10',
      '"character";r=0;t=9',
    ];
    t.deepEqual(fieldsOf(refused), fields);
    t.is(refused.headers.get('retry-after'), '9');
    t.is(refused.json.svcapi.retry_after, 9);
    t.is((await server.call('/event/39:1')).status, 200, 'other paths have windows of their own');

    server.time.now = NOW * 1000 + 10_399;
    const last = await server.call('/character');
    t.deepEqual([last.status, last.headers.get('retry-after')], [400, '1']);
    server.time.now += 1;
    const first = await server.call('/character');
    t.deepEqual([first.status, first.headers.get('x-ratelimit-remaining')], [200, '1']);
  },
  { rateLimit: 2, rateWindow: 10_000 },
);

/**
 * Calls on 40 connections, with all calls of a connection in one piece, so that many are in flight at once;
 * answers the status of each and what is left.
 */
async function flood(
  { url, token }: Server,
  paths: string[],
  calls: number,
): Promise<[status: number, left: number][]> {
  const headers = { Authorization: `Bearer ${token}` };
  const each = calls / 40;
  const bytes = Array.from({ length: each }, (_, index) => {
    return request(`GET /ws/v2.0${paths[index % paths.length]}`, headers);
  });
  const clients = await Promise.all(Array.from({ length: 40 }, () => RawClient.connect(url)));
  for (const client of clients) client.send(Buffer.concat(bytes));
  const answers = await Promise.all(
    clients.map(async (client) => {
      const answers: [number, number][] = [];
      while (answers.length < each) {
        const answer = await client.answer();
        if (!answer) throw new Error('A connection was closed');
        answers.push([answer.status, Number(answer.headers['x-ratelimit-remaining'])]);
      }
      await client.close();
      return answers;
    }),
  );
  return answers.flat();
}

test(
  'of 200 parallel calls exactly 60 are admitted',
  withServer,
  async (t, server) => {
    const spellings = ['/event/39:1', '/event/39:1/', '/event/39%3A1', '/EVENT/39:1', '/event/39:77'];
    const answers = await flood(server, spellings, 200);
    const admitted = answers.filter(([status]) => status !== 400);
    t.is(admitted.length, 60);
    t.deepEqual(
      admitted.map(([, left]) => left).sort((a, b) => a - b),
      Array.from({ length: 60 }, (_, index) => index),
      'each call took another one',
    );
    server.time.now += HOUR * 1000;
    const next = await flood(server, spellings, 80);
    t.is(next.filter(([status]) => status !== 400).length, 60);
  },
  { rateLimit: 60, blacklistAfter: 100_000, maxRequests: 10_000 },
);
