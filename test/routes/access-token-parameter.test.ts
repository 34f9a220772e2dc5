import test from 'ava';
import { tokenFor } from '../helpers/galaxy.js';
import { call, form, serverWith, withServer } from '../helpers/server.js';

const on = { accessTokenParameter: true };
const assignment = { production_entity_uid: '4:1', uses: 1 };

test('?access_token= is ignored by default', withServer, async (t, { url, token }) => {
  const { status, json } = await call(`${url}/api/helloauth?access_token=${token}`);
  t.is(status, 401);
  t.is(json.svcapi.error, 'token_missing');
  t.is(
    json.svcapi.error_message,
    'This service does not read access_token in the address. Send the token as “Authorization: Bearer TOKEN”.',
  );
});

test('an access_token form field is ignored by default', withServer, async (t, { url, token }) => {
  const { status, json } = await call(`${url}/datacard/14:1`, form({ ...assignment, access_token: token }));
  t.is(status, 401);
  t.is(json.svcapi.error, 'token_missing');
});

test('?access_token= presents a token when turned on', serverWith(on), async (t, { url, token }) => {
  const { status, json, headers } = await call(`${url}/api/helloauth?access_token=${token}`);
  t.is(status, 200);
  t.is(json.svcapi.client, 'console');
  t.is(headers.get('cache-control'), 'private, no-cache');
  t.is(json.request, '/ws/v2.0/api/helloauth');
});

test('a form field presents a token when turned on', serverWith(on), async (t, { url, token }) => {
  const { status } = await call(`${url}/datacard/14:1`, form({ ...assignment, access_token: token }));
  t.is(status, 200);
});

test('an access_token in a JSON body is ignored', serverWith(on), async (t, { url, token }) => {
  const body = JSON.stringify({ ...assignment, access_token: token });
  const headers = { 'Content-Type': 'application/json' };
  t.is((await call(`${url}/datacard/14:1`, { method: 'POST', body, headers })).status, 401);
});

test('the Authorization header comes before the parameter', serverWith(on), async (t, { url, store, token }) => {
  const headers = { Authorization: `Bearer ${await tokenFor(store, '1:4', [])}` };
  const { status, json } = await call(`${url}/api/helloauth?access_token=${token}`, { headers });
  t.is(status, 401);
  t.is(json.svcapi.error, 'permission_missing');
});

for (const [path, status, control] of [
  ['/entity/4:1', 200, 'private, no-cache'],
  ['/entity/4:99', 404, 'no-store'],
  ['/api/time', 200, 'private, no-cache'],
  ['/nothing', 404, 'no-store'],
  ['/openapi.json', 200, 'no-store'],
] as const) {
  test(
    `a token in the address makes the answer of ${path} private, although it needs none`,
    serverWith(on),
    async (t, { url, token }) => {
      for (const query of [
        `access_token=${token}`,
        'access_token=',
        `%61ccess_token=${token}`,
        'access_token=a&access_token=b',
      ]) {
        const answer = await call(`${url}${path}?${query}`);
        const said = query.replace(token, 'TOKEN');
        t.is(answer.status, status, said);
        t.is(answer.headers.get('cache-control'), control, said);
      }
      const without = await call(`${url}${path}?token=${token}`);
      t.notRegex(without.headers.get('cache-control') ?? '', /private|no-store/);
    },
  );
}

test('a token in a form makes the answer private', serverWith(on), async (t, { url, token }) => {
  const { headers, status } = await call(`${url}/api/time`, form({ time: 1_000_000_000, access_token: token }));
  t.is(status, 200);
  t.is(headers.get('cache-control'), 'no-store');
  const refused = await call(`${url}/api/time`, form({ time: 'x', access_token: token }));
  t.is(refused.status, 500);
  t.is(refused.headers.get('cache-control'), 'no-store');
});

for (const [query, error] of [
  ['access_token=', 'token_invalid'],
  ['access_token=secret', 'token_invalid'],
  ['access_token=a&access_token=b', 'token_missing'],
  ['', 'token_missing'],
] as const) {
  test(`?${query} is ${error} when turned on`, serverWith(on), async (t, { url }) => {
    const { status, json } = await call(`${url}/api/helloauth?${query}`);
    t.is(status, 401);
    t.is(json.svcapi.error, error);
    t.notRegex(json.svcapi.error_message, /does not read/);
  });
}

test('no log line holds the token', serverWith(on), async (t, { url, token, log }) => {
  await call(`${url}/api/helloauth?access_token=${token}`);
  await call(`${url}/datacard/14:1`, form({ ...assignment, access_token: token }));
  await call(`${url}/datacard/14:1`, { headers: { Authorization: `Bearer ${token}x` } });
  t.true(log.length >= 3);
  t.notRegex(log.join(''), /svcapi_/);
});
