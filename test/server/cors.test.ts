import test from 'ava';
import { deviations } from '../helpers/contract.js';
import { exchange, request } from '../helpers/raw.js';
import { withServer } from '../helpers/server.js';

/** Pages of any origin may read answers, since the service has no cookies; --cors-origins narrows that. */

const PAGE = 'https://page.example';

const exposed = [
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-ResetTime'],
  ...['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
];

const answers: [status: number, title: string, line: string, headers?: Record<string, string>, body?: string][] = [
  [200, 'a public route', 'GET /ws/v2.0/api/time'],
  [200, 'XML', 'GET /ws/v2.0/api/time?format=xml'],
  [200, 'HEAD', 'HEAD /ws/v2.0/api/time'],
  [401, 'a failure', 'GET /ws/v2.0/character'],
  [404, 'no route', 'GET /ws/v2.0/nothing'],
  [405, 'another method', 'PUT /ws/v2.0/api/time'],
  [414, 'an address that is too long', `GET /${'x'.repeat(3000)}`],
  [415, 'a body of another type', 'POST /ws/v2.0/api/time', { 'Content-Type': 'text/plain' }, 'x'],
  [200, 'health', 'GET /healthz'],
];

for (const [status, title, line, headers, body] of answers) {
  test(`pages of any origin may read ${title}: ${status}`, withServer, async (t, { url }) => {
    const toHead = line.startsWith('HEAD');
    const [answer] = await exchange(url, request(line, { Origin: PAGE, ...headers }, body), { toHead });
    t.is(answer?.status, status);
    t.is(answer?.headers['access-control-allow-origin'], '*');
    t.is(answer?.headers['access-control-allow-credentials'], undefined);
    const shown = answer?.headers['access-control-expose-headers']?.split(',').map((name) => name.trim());
    t.deepEqual(
      exposed.filter((name) => !shown?.includes(name)),
      [],
    );
  });
}

test('pages may read the rate-limit headers', withServer, async (t, server) => {
  const { headers } = await server.call('/character', { headers: { Origin: PAGE } });
  const shown = headers
    .get('access-control-expose-headers')
    ?.split(',')
    .map((name) => name.trim().toLowerCase());
  const limits = [...headers.keys()].filter((name) => /ratelimit/.test(name));
  t.is(limits.length, 6);
  t.deepEqual(
    limits.filter((name) => !shown?.includes(name)),
    [],
  );
});

const preflight = (origin: string, method: string, wanted: string) =>
  request('OPTIONS /ws/v2.0/datacard/14:1', {
    Origin: origin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': wanted,
  });

test('a preflight allows every method with a token', withServer, async (t, server) => {
  for (const method of ['POST', 'DELETE']) {
    const [answer] = await exchange(
      server.url,
      preflight(PAGE, method, 'authorization,content-type,accept,idempotency-key,x-request-id'),
    );
    t.is(answer?.status, 204);
    t.deepEqual(answer && deviations(answer), []);
    t.is(answer?.headers['access-control-allow-origin'], '*');
    t.true(answer?.headers['access-control-allow-methods']?.split(',').includes(method));
    const allowed = answer?.headers['access-control-allow-headers']?.toLowerCase().split(',');
    for (const name of ['authorization', 'content-type', 'accept', 'idempotency-key', 'x-request-id']) {
      t.true(allowed?.includes(name), name);
    }
    t.true(Number(answer?.headers['access-control-max-age']) > 0);
  }
  const left = (await server.call('/datacard/14:1')).headers.get('x-ratelimit-remaining');
  t.is(left, '599', 'asking whether one may ask counts nothing');
});

test('a preflight allows whatever header fields the page asks for', withServer, async (t, { url }) => {
  const wanted = 'authorization,baggage,sentry-trace,traceparent,x-anything';
  const [answer] = await exchange(url, preflight(PAGE, 'GET', wanted));
  t.is(answer?.status, 204);
  t.is(answer?.headers['access-control-allow-headers'], wanted);
});

const narrow = { corsOrigins: [PAGE, 'https://other.example'] };

test(
  '--cors-origins: pages of other origins may not read',
  withServer,
  async (t, { url }) => {
    for (const origin of [
      'https://evil.example',
      'null',
      'https://page.example.evil',
      'http://page.example',
      '*',
      '',
    ]) {
      const [answer] = await exchange(url, request('GET /ws/v2.0/api/time', { Origin: origin }));
      t.is(answer?.status, 200);
      t.is(answer?.headers['access-control-allow-origin'], undefined, origin);
      const [asked] = await exchange(url, preflight(origin, 'DELETE', 'authorization'));
      t.is(asked?.headers['access-control-allow-origin'], undefined, origin);
      t.is(asked?.headers['access-control-allow-methods'], undefined, origin);
    }
  },
  narrow,
);

test(
  '--cors-origins: pages of these origins may read, and Vary names Origin',
  withServer,
  async (t, { url }) => {
    for (const origin of narrow.corsOrigins) {
      const [answer] = await exchange(url, request('GET /ws/v2.0/api/time', { Origin: origin }));
      t.is(answer?.headers['access-control-allow-origin'], origin);
      t.regex(answer?.headers.vary ?? '', /\bOrigin\b/);
      const [asked] = await exchange(url, preflight(origin, 'DELETE', 'authorization'));
      t.is(asked?.headers['access-control-allow-origin'], origin);
    }
  },
  narrow,
);

test(
  '--cors-origins without an origin: no page may read',
  withServer,
  async (t, { url }) => {
    const [answer] = await exchange(url, request('GET /ws/v2.0/api/time', { Origin: PAGE }));
    t.is(answer?.headers['access-control-allow-origin'], undefined);
  },
  { corsOrigins: [] },
);
