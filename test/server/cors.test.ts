import test from 'ava';
import { exchange, request } from '../helpers/raw.js';
import { serverWith } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

/** Pages of any origin may read answers, since the service has no cookies; --cors-origins narrows that. */

const PAGE = 'https://page.example';
const EXPOSED = [
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-ResetTime'],
  ...['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
];

const server = sharedServer();

const answers: [status: number, line: string, headers?: Record<string, string>, body?: string][] = [
  [200, 'GET /ws/v2.0/api/time'],
  [200, 'GET /ws/v2.0/api/time?format=xml'],
  [200, 'HEAD /ws/v2.0/api/time'],
  [401, 'GET /ws/v2.0/character'],
  [404, 'GET /ws/v2.0/nothing'],
  [405, 'PUT /ws/v2.0/api/time'],
  [414, `GET /${'x'.repeat(3000)}`],
  [415, 'POST /ws/v2.0/api/time', { 'Content-Type': 'text/plain' }, 'x'],
  [200, 'GET /healthz'],
];

for (const [status, line, headers, body] of answers) {
  test(`pages of any origin may read the ${status} of ${line.slice(0, 40)}`, async (t) => {
    const toHead = line.startsWith('HEAD');
    const [answer] = await exchange(server.url, request(line, { Origin: PAGE, ...headers }, body), { toHead });
    t.is(answer?.status, status);
    t.is(answer?.headers['access-control-allow-origin'], '*');
    t.is(answer?.headers['access-control-allow-credentials'], undefined);
    const shown = answer?.headers['access-control-expose-headers']?.split(/, ?/) ?? [];
    for (const name of EXPOSED) t.true(shown.includes(name), name);
  });
}

const preflight = (origin: string, method: string, wanted: string) =>
  request('OPTIONS /ws/v2.0/datacard/14:1', {
    Origin: origin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': wanted,
  });

test('a preflight allows every method, a token, and whatever other fields the page asks for', async (t) => {
  const wanted = 'authorization,content-type,idempotency-key,x-request-id,baggage,sentry-trace,traceparent,x-anything';
  for (const method of ['GET', 'POST', 'DELETE']) {
    const [answer] = await exchange(server.url, preflight(PAGE, method, wanted));
    t.is(answer?.status, 204);
    t.is(answer?.headers['access-control-allow-origin'], '*');
    t.true(answer?.headers['access-control-allow-methods']?.split(',').includes(method));
    t.is(answer?.headers['access-control-allow-headers'], wanted);
    t.true(Number(answer?.headers['access-control-max-age']) > 0);
  }
  const left = (await server.call('/datacard/14:1')).headers.get('x-ratelimit-remaining');
  t.is(left, '599', 'asking whether one may ask counts nothing');
});

const ORIGINS = [PAGE, 'https://other.example'];
const narrow = serverWith({ corsOrigins: ORIGINS });
const OTHERS = ['https://evil.example', 'null', 'https://page.example.evil', 'http://page.example', '*', ''];

test('--cors-origins: only pages of these origins may read, and Vary names Origin', narrow, async (t, { url }) => {
  for (const origin of [...ORIGINS, ...OTHERS]) {
    const allowed = ORIGINS.includes(origin) ? origin : undefined;
    const [answer] = await exchange(url, request('GET /ws/v2.0/api/time', { Origin: origin }));
    t.is(answer?.status, 200);
    t.is(answer?.headers['access-control-allow-origin'], allowed, origin);
    if (allowed) t.regex(answer?.headers.vary ?? '', /\bOrigin\b/);
    const [asked] = await exchange(url, preflight(origin, 'DELETE', 'authorization'));
    t.is(asked?.headers['access-control-allow-origin'], allowed, origin);
    t.is(asked?.headers['access-control-allow-methods'] === undefined, allowed === undefined, origin);
  }
});

test('--cors-origins without an origin: no page may read', serverWith({ corsOrigins: [] }), async (t, { url }) => {
  const [answer] = await exchange(url, request('GET /ws/v2.0/api/time', { Origin: PAGE }));
  t.is(answer?.headers['access-control-allow-origin'], undefined);
});
