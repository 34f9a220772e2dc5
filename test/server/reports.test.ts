import test from 'ava';
import { sharedServer } from '../helpers/shared-server.js';

/** Messages for mistakes that people have reported from services like this one. */

const shared = sharedServer();

for (const path of ['//api/time', '/api//time', '/api///time//']) {
  test(`${path} says that it has two slashes`, async (t) => {
    const { call } = await shared();
    const { status, json } = await call(path);
    t.is(`${status} ${json.svcapi.error}`, '404 route_not_found');
    t.regex(json.svcapi.error_message, /two slashes in a row\. Send \/ws\/v2\.0\/api\/time/);
  });
}

test('a path that begins with two slashes says so, and so do those of OAuth', async (t) => {
  const { url } = await shared();
  const { origin } = new URL(url);
  t.regex(
    await (await fetch(`${origin}//ws/v2.0/api/time`)).text(),
    /two slashes in a row\. Send \/ws\/v2\.0\/api\/time/,
  );
  t.regex(await (await fetch(`${origin}/ws/oauth2//token`, { method: 'POST' })).text(), /two slashes in a row/);
});

for (const authorization of [
  'Basic dG9rZW46',
  'Token abc',
  'abc',
  'Bearer',
  'Bearer a b',
  'Bearer: abc',
  'Digest x="y"',
]) {
  test(`“Authorization: ${authorization}” is told that a Bearer token is wanted`, async (t) => {
    const { call } = await shared();
    const { status, json, headers } = await call('/character', { headers: { Authorization: authorization } });
    t.is(`${status} ${json.svcapi.error}`, '401 token_missing');
    t.regex(json.svcapi.error_message, /does not hold a Bearer token\. Send it as “Authorization: Bearer TOKEN”/);
    t.regex(headers.get('www-authenticate') ?? '', /^Bearer /);
  });
}
