import test from 'ava';
import { sharedServer } from '../helpers/shared-server.js';

/** Messages for mistakes that people have reported from services like this one. */

const server = sharedServer();

test('a path with two slashes says so, wherever it has them, and so do those of OAuth', async (t) => {
  const { origin } = new URL(server.url);
  for (const path of ['/ws/v2.0//api/time', '/ws/v2.0/api//time', '/ws/v2.0/api///time//', '//ws/v2.0/api/time']) {
    const answer = await fetch(origin + path);
    t.is(answer.status, 404, path);
    t.regex(await answer.text(), /two slashes in a row\. Send \/ws\/v2\.0\/api\/time.*route_not_found/, path);
  }
  const ofOAuth = await fetch(`${origin}/ws/oauth2//token`, { method: 'POST' });
  t.regex(await ofOAuth.text(), /two slashes in a row/);
});

test('an Authorization that is no Bearer token is told that one is wanted', async (t) => {
  const others = ['Basic dG9rZW46', 'Token abc', 'abc', 'Bearer', 'Bearer a b', 'Bearer: abc', 'Digest x="y"'];
  for (const Authorization of others) {
    const { status, json, headers } = await server.call('/character', { headers: { Authorization } });
    t.is(`${status} ${json.svcapi.error}`, '401 token_missing', Authorization);
    t.regex(json.svcapi.error_message, /does not hold a Bearer token\. Send it as “Authorization: Bearer TOKEN”/);
    t.regex(headers.get('www-authenticate') ?? '', /^Bearer /);
  }
});
