import test from 'ava';
import { tokenFor } from '../helpers/galaxy.js';
import { call, form, withServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ accessTokenParameter: true, rateLimit: 10_000 });
const assignment = { production_entity_uid: '4:1', uses: 1 };
const HELLO = '/api/helloauth';

test('a token in the address or a form is ignored by default', withServer, async (t, { url, token }) => {
  for (const [path, init] of [
    [`${HELLO}?access_token=${token}`, {}],
    ['/datacard/14:1', form({ ...assignment, access_token: token })],
  ] as const) {
    const { status, json } = await call(url + path, init);
    t.is(`${status} ${json.svcapi.error}`, '401 token_missing');
    const advice =
      'This service does not read access_token in the address. Send the token as “Authorization: Bearer TOKEN”.';
    if (path !== '/datacard/14:1') t.is(json.svcapi.error_message, advice);
  }
});

test('a token in the address or a form is accepted when turned on, but not in JSON', async (t) => {
  const { url, token } = server;
  const { status, json, headers } = await call(`${url}${HELLO}?access_token=${token}`);
  t.is(status, 200);
  t.is(json.svcapi.client, 'console');
  t.is(headers.get('cache-control'), 'private, no-cache');
  t.is(json.request, '/ws/v2.0/api/helloauth');
  const fields = { ...assignment, access_token: token };
  t.is((await call(`${url}/datacard/14:1`, form(fields))).status, 200);
  const ofJson = { method: 'POST', body: JSON.stringify(fields), headers: { 'Content-Type': 'application/json' } };
  t.is((await call(`${url}/datacard/14:1`, ofJson)).status, 401);
  t.true(server.log.length >= 3);
  t.notRegex(server.log.join(''), /svcapi_/);
});

test('the Authorization header comes before the parameter', async (t) => {
  const headers = { Authorization: `Bearer ${await tokenFor(server.store, '1:4', [])}` };
  const { status, json } = await call(`${server.url}${HELLO}?access_token=${server.token}`, { headers });
  t.is(`${status} ${json.svcapi.error}`, '401 permission_missing');
});

test('a token in the address makes the answer private, although it needs none', async (t) => {
  const { url, token } = server;
  for (const [path, status, control] of [
    ['/entity/4:1', 200, 'private, no-cache'],
    ['/entity/4:99', 404, 'no-store'],
    ['/api/time', 200, 'private, no-cache'],
    ['/nothing', 404, 'no-store'],
    ['/openapi.json', 200, 'no-store'],
  ] as const) {
    const none = ['access_token=', 'access_token=a&access_token=b'];
    for (const query of [`access_token=${token}`, `%61ccess_token=${token}`, ...none]) {
      const answer = await call(`${url}${path}?${query}`);
      t.deepEqual([answer.status, answer.headers.get('cache-control')], [status, control], path);
    }
    const without = await call(`${url}${path}?token=${token}`);
    t.notRegex(without.headers.get('cache-control') ?? '', /private|no-store/);
  }
  for (const [time, status] of [
    [1_000_000_000, 200],
    ['x', 500],
  ] as const) {
    const answer = await call(`${url}/api/time`, form({ time, access_token: token }));
    t.deepEqual([answer.status, answer.headers.get('cache-control')], [status, 'no-store'], 'in a form');
  }
});

test('a token in the address that is none is a 401', async (t) => {
  for (const [query, error] of [
    ['access_token=', 'token_invalid'],
    ['access_token=secret', 'token_invalid'],
    ['access_token=a&access_token=b', 'token_missing'],
    ['', 'token_missing'],
  ] as const) {
    const { status, json } = await call(`${server.url}${HELLO}?${query}`);
    t.is(`${status} ${json.svcapi.error}`, `401 ${error}`, query);
    t.notRegex(json.svcapi.error_message, /does not read/);
  }
});
