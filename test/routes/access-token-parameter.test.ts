import test from 'ava';
import { ask, expectAnswers } from '../helpers/ask.js';
import { tokenFor } from '../helpers/galaxy.js';
import { call, withServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ accessTokenParameter: true, rateLimit: 10_000 });
const ASSIGN = 'POST /datacard/14:1 production_entity_uid=4:1&uses=1';
const HELLO = 'GET /api/helloauth';

test('a token in the address or a form is ignored by default', withServer, async (t, server) => {
  const error_message =
    'This service does not read access_token in the address. Send the token as “Authorization: Bearer TOKEN”.';
  await expectAnswers(t, server, [
    [`${HELLO}?access_token=${server.token}`, 401, { error: 'token_missing', error_message }, ''],
    [`${ASSIGN}&access_token=${server.token}`, 401, 'token_missing', ''],
  ]);
});

test('a token in the address or a form is accepted when turned on, but not in JSON', async (t) => {
  const { token } = server;
  const unable = await tokenFor(server.store, '1:4', []);
  const json = JSON.stringify({ production_entity_uid: '4:1', uses: 1, access_token: token });
  await expectAnswers(t, server, [
    [`${HELLO}?access_token=${token}`, 200, { client: 'console' }, ''],
    [`${ASSIGN}&access_token=${token}`, 200, undefined, ''],
    [`POST /datacard/14:1 ${json}`, 401, 'token_missing', ''],
    // The header comes first.
    [`${HELLO}?access_token=${token}`, 401, 'permission_missing', unable],
    [`${HELLO}?access_token=`, 401, 'token_invalid', ''],
    [`${HELLO}?access_token=secret`, 401, 'token_invalid', ''],
    [`${HELLO}?access_token=a&access_token=b`, 401, 'token_missing', ''],
  ]);
  const { json: envelope, headers } = await ask(server, `${HELLO}?access_token=${token}`, '');
  t.is(headers.get('cache-control'), 'private, no-cache');
  t.is(envelope.request, '/ws/v2.0/api/helloauth');
  t.true(server.log.length >= 3);
  t.notRegex(server.log.join(''), /svcapi_/);
});

test('a token in the address or a form makes the answer private, although it needs none', async (t) => {
  for (const [path, status, control] of [
    ['/entity/4:1', 200, 'private, no-cache'],
    ['/entity/4:99', 404, 'no-store'],
    ['/api/time', 200, 'private, no-cache'],
    ['/nothing', 404, 'no-store'],
    ['/openapi.json', 200, 'no-store'],
  ] as const) {
    for (const query of [`access_token=${server.token}`, `%61ccess_token=x`, 'access_token=']) {
      const answer = await call(`${server.url}${path}?${query}`);
      t.deepEqual([answer.status, answer.headers.get('cache-control')], [status, control], `${path}?${query}`);
    }
    const without = await call(`${server.url}${path}?token=x`);
    t.notRegex(without.headers.get('cache-control') ?? '', /private|no-store/);
  }
  const { headers } = await ask(server, `POST /api/time time=1000000000&access_token=${server.token}`, '');
  t.is(headers.get('cache-control'), 'no-store');
});
