import test from 'ava';
import { plainCall } from '../helpers/plain.js';
import { rows } from '../helpers/reference.js';
import { type Server, startServer } from '../helpers/server.js';

let server: Server;
test.before(async () => {
  server = await startServer();
});
test.after.always(() => server.close());

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];

for (const path of new Set(rows.map(({ path }) => path))) {
  const known = rows.filter((row) => row.path === path);
  const methods = known.map(({ method }) => method as string);
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  const sample = known[0]?.sample ?? path;
  const limited = known[0]?.rateLimited === true;

  test(`OPTIONS ${path} lists ${allow.join(', ')}, without a token`, async (t) => {
    const { status, headers, text } = await plainCall(server.url + sample, { method: 'OPTIONS' });
    t.is(status, 204);
    t.is(text, '');
    t.is(headers.allow, allow.join(', '));
    t.is(headers.vary, 'Accept, Origin');
    t.is('x-ratelimit-limit' in headers, limited);
  });

  for (const method of METHODS.filter((method) => !allow.includes(method))) {
    test(`${method} ${path} is a 405`, async (t) => {
      const { status, headers, text } = await plainCall(server.url + sample, { method });
      t.is(status, 405);
      t.is(headers.allow, allow.join(', '));
      t.is(headers.vary, 'Accept, Authorization, Origin');
      t.is('x-ratelimit-limit' in headers, limited);
      const { resource, svcapi } = JSON.parse(text);
      t.is(resource, 'error');
      t.is(svcapi.error_code, 405);
      t.is(svcapi.error, 'method_not_allowed');
      t.regex(svcapi.error_message, /Allow/);
    });
  }
}

test('a 405 is in XML if the client asks for XML', async (t) => {
  const { status, text } = await server.call('/api/time', { method: 'PUT', headers: { Accept: 'text/xml' } });
  t.is(status, 405);
  t.regex(text, /<error>method_not_allowed<\/error>/);
});

test('an alias has the methods of its route', async (t) => {
  const { headers } = await plainCall(`${server.url}/ratelimits`, { method: 'DELETE' });
  t.is(headers.allow, 'GET, HEAD, OPTIONS');
});

test('OPTIONS on no route is a 404', async (t) => {
  t.is((await server.call('/nowhere', { method: 'OPTIONS' })).status, 404);
});

test('a preflight request lists the allowed methods and headers', async (t) => {
  const { status, headers } = await plainCall(`${server.url}/datacard/14:1`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://tools.example',
      'Access-Control-Request-Method': 'DELETE',
      'Access-Control-Request-Headers': 'Authorization, Idempotency-Key',
    },
  });
  t.is(status, 204);
  t.is(headers['access-control-allow-origin'], '*');
  t.regex(headers['access-control-allow-methods'] ?? '', /DELETE/);
  t.regex(headers['access-control-allow-headers'] ?? '', /Authorization.*Idempotency-Key/);
  const answer = await server.call('/datacard/14:1', { headers: { Origin: 'https://tools.example' } });
  t.is(answer.headers.get('access-control-allow-origin'), '*');
  t.regex(answer.headers.get('access-control-expose-headers') ?? '', /X-RateLimit-Remaining/);
});
