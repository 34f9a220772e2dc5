import test from 'ava';
import { exchange, type RawAnswer, request } from '../helpers/raw.js';
import { serverWith } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

/** Pages of any origin may read answers, since the service has no cookies; --cors-origins narrows that. */

const PAGE = 'https://page.example';
const EXPOSED = [
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-ResetTime'],
  ...['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
];

const server = sharedServer();

const field = (answer: RawAnswer | undefined, name: string) => answer?.headers[`access-control-${name}`];

test('pages of any origin may read every answer, and its fields, without credentials', async (t) => {
  for (const [status, line, headers] of [
    [200, 'GET /ws/v2.0/api/time?format=xml', {}],
    [401, 'GET /ws/v2.0/character', {}],
    [401, 'GET /ws/oauth2/tokeninfo', {}],
    [414, `GET /${'x'.repeat(3000)}`, {}],
    [415, 'POST /ws/v2.0/api/time', { 'Content-Type': 'text/plain', 'Content-Length': '1' }],
    [200, 'GET /healthz', {}],
    [200, 'HEAD /ws/v2.0/documentation', {}],
    [200, 'HEAD /.well-known/oauth-authorization-server', {}],
  ] as const) {
    const toHead = line.startsWith('HEAD');
    const bytes = `${request(line, { Origin: PAGE, ...headers })}${status === 415 ? 'x' : ''}`;
    const [answer] = await exchange(server.url, bytes, { toHead });
    t.is(answer?.status, status, line);
    t.deepEqual([field(answer, 'allow-origin'), field(answer, 'allow-credentials')], ['*', undefined], line);
    const shown = field(answer, 'expose-headers')?.split(/, ?/);
    for (const name of EXPOSED) t.true(shown?.includes(name), `${line} ${name}`);
  }
});

const preflight = (origin: string, method: string, wanted: string) =>
  request('OPTIONS /ws/v2.0/datacard/14:1', {
    Origin: origin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': wanted,
  });

test('a preflight allows every method, and whatever fields the page asks for, and counts nothing', async (t) => {
  const wanted = 'authorization,content-type,idempotency-key,x-request-id,traceparent,x-anything';
  for (const method of ['GET', 'POST', 'DELETE']) {
    const [answer] = await exchange(server.url, preflight(PAGE, method, wanted));
    t.is(answer?.status, 204);
    t.deepEqual([field(answer, 'allow-origin'), field(answer, 'allow-headers')], ['*', wanted]);
    t.true(field(answer, 'allow-methods')?.split(',').includes(method));
    t.true(Number(field(answer, 'max-age')) > 0);
  }
  t.is((await server.call('/datacard/14:1')).headers.get('x-ratelimit-remaining'), '599');
});

const ORIGINS = [PAGE, 'https://other.example'];
const narrow = serverWith({ corsOrigins: ORIGINS });
const OTHERS = ['https://evil.example', 'null', 'https://page.example.evil', 'http://page.example', '*', ''];

test('--cors-origins: only pages of these origins may read, and Vary names Origin', narrow, async (t, { url }) => {
  for (const origin of [...ORIGINS, ...OTHERS]) {
    const allowed = ORIGINS.includes(origin) ? origin : undefined;
    const [answer] = await exchange(url, request('GET /ws/v2.0/api/time', { Origin: origin }));
    t.is(answer?.status, 200);
    t.is(field(answer, 'allow-origin'), allowed, origin);
    if (allowed) t.regex(answer?.headers.vary ?? '', /\bOrigin\b/);
    const [asked] = await exchange(url, preflight(origin, 'DELETE', 'authorization'));
    t.is(field(asked, 'allow-origin'), allowed, origin);
    t.is(field(asked, 'allow-methods') === undefined, allowed === undefined, origin);
  }
});
