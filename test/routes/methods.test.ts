import test from 'ava';
import { plainCall } from '../helpers/plain.js';
import { rows } from '../helpers/reference.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer();

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];

for (const path of new Set(rows.map(({ path }) => path))) {
  const known = rows.filter((row) => row.path === path);
  const methods = known.map(({ method }) => method as string);
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  const { sample, rateLimited } = known[0] as (typeof rows)[number];

  test(`OPTIONS ${path} lists ${allow.join(', ')} without a token, and other methods are a 405`, async (t) => {
    const options = await plainCall(server.url + sample, { method: 'OPTIONS' });
    t.is(options.status, 204);
    t.is(options.text, '');
    t.is(options.headers.vary, 'Accept, Origin');
    const answers = [options];
    for (const method of METHODS.filter((method) => !allow.includes(method))) {
      const refused = await plainCall(server.url + sample, { method });
      t.is(refused.status, 405, method);
      t.is(refused.headers.vary, 'Accept, Authorization, Origin');
      const { resource, svcapi } = JSON.parse(refused.text);
      t.deepEqual([resource, svcapi.error_code, svcapi.error], ['error', 405, 'method_not_allowed']);
      t.regex(svcapi.error_message, /Allow/);
      answers.push(refused);
    }
    for (const { headers } of answers) {
      t.is(headers.allow, allow.join(', '));
      t.is('x-ratelimit-limit' in headers, rateLimited);
    }
  });
}

test('a 405 is in XML if the client asks for XML', async (t) => {
  const { status, text } = await server.call('/api/time', { method: 'PUT', headers: { Accept: 'text/xml' } });
  t.is(status, 405);
  t.regex(text, /<error>method_not_allowed<\/error>/);
});

test('an alias has the methods of its route, and OPTIONS on no route is a 404', async (t) => {
  const { headers } = await plainCall(`${server.url}/ratelimits`, { method: 'DELETE' });
  t.is(headers.allow, 'GET, HEAD, OPTIONS');
  t.is((await server.call('/nowhere', { method: 'OPTIONS' })).status, 404);
});
