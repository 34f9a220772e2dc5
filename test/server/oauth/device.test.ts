import test from 'ava';
import { withServer } from '../../helpers/server.js';
import { people, post } from './flow.js';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

const start = (server: Parameters<typeof post>[0]) =>
  post(server, '/device', { client_id: 'app', scope: 'character_read' }).then(({ json }) => json);

const poll = (server: Parameters<typeof post>[0], { device_code }: { device_code: string }) =>
  post(server, '/token', { grant_type: DEVICE_CODE, client_id: 'app', device_code });

test('a device waits until the person has agreed, and gets its tokens once', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const asked = await start(server);
  t.is((await poll(server, asked)).json.error, 'authorization_pending');
  await visitor.visit('/account/device');
  await visitor.send({ user_code: ` ${asked.user_code.toLowerCase().replace('-', ' ')}` });
  await visitor.send({ decision: 'allow' });
  const answer = await poll(server, asked);
  t.is(answer.status, 200);
  t.is(answer.json.scope, 'character_read');
  t.regex(answer.json.refresh_token, /^svcapi_r_/);
  t.is((await poll(server, asked)).json.error, 'invalid_grant');
});

test('a device that does not wait is slowed down', withServer, async (t, server) => {
  await people(server);
  const asked = await start(server);
  t.is((await poll(server, asked)).json.error, 'authorization_pending');
  server.time.now += 4000;
  t.is((await poll(server, asked)).json.error, 'slow_down');
  server.time.now += 9000;
  t.is((await poll(server, asked)).json.error, 'slow_down');
  server.time.now += 15_000;
  t.is((await poll(server, asked)).json.error, 'authorization_pending');
});

test('a device learns that the person did not agree', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const asked = await start(server);
  await visitor.visit(`/account/device?user_code=${asked.user_code}`);
  await visitor.send({ user_code: asked.user_code });
  await visitor.send({ decision: 'deny' });
  t.like(await poll(server, asked), { status: 400, json: { error: 'access_denied' } });
});

test('the code of a device is good for ten minutes, and for one decision', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const [old, used] = [await start(server), await start(server)];
  const enter = async (code: string) => {
    await visitor.visit('/account/device');
    return visitor.send({ user_code: code });
  };
  await enter(used.user_code);
  await visitor.send({ decision: 'deny' });
  t.is((await enter(used.user_code)).status, 404);
  server.time.now += 600_000;
  t.is((await enter(old.user_code)).status, 404);
  t.is((await poll(server, old)).json.error, 'expired_token');
});

test('of two decisions about a device at once, one counts', withServer, async (t, server) => {
  const { account, visitor } = await people(server);
  const asked = await start(server);
  await visitor.visit('/account/device');
  await visitor.send({ user_code: asked.user_code });
  const answers = await Promise.all([visitor.send({ decision: 'allow' }), visitor.send({ decision: 'allow' })]);
  t.deepEqual(answers.map(({ status }) => status).filter((status) => status === 200).length, 1);
  t.is((await server.store.grants.ofAccount(account, server.time.now / 1000)).length, 1);
});

test('codes of devices cannot be guessed at speed, with and without a decision', withServer, async (t, server) => {
  const { account, visitor } = await people(server);
  const asked = await start(server);
  await visitor.visit('/account/device');
  const enter = (user_code: string) => visitor.send({ user_code });
  const decide = (user_code: string) => visitor.send({ user_code, decision: 'allow', character: '1:1' });
  const guesses = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? enter : decide)('BBBB-BBBB'));
  t.deepEqual(new Set((await Promise.all(guesses)).map(({ status }) => status)), new Set([404]));
  const limited = await enter(asked.user_code);
  t.is(limited.status, 429);
  t.truthy(limited.headers.get('Retry-After'));
  await visitor.visit('/account/device');
  t.is((await decide(asked.user_code)).status, 429, 'an account that is limited decides nothing');
  t.is((await poll(server, asked)).json.error, 'authorization_pending');
  t.deepEqual(await server.store.grants.ofAccount(account, server.time.now / 1000), []);
});

test('codes that are right are no guesses', withServer, async (t, server) => {
  const { visitor } = await people(server);
  for (let each = 0; each < 12; each += 1) {
    const asked = await start(server);
    await visitor.visit('/account/device');
    t.is((await visitor.send({ user_code: asked.user_code })).status, 200);
    t.is((await visitor.send({ decision: 'deny' })).status, 200);
  }
});

test('who is not signed in signs in first, and comes back with the code', withServer, async (t, server) => {
  const { visitor } = await people(server);
  await visitor.signOut();
  const seen = await visitor.open('/account/device?user_code=BCDF-GHJK');
  t.true(seen.location?.includes(`next=${encodeURIComponent('/ws/v2.0/account/device?user_code=BCDF-GHJK')}`));
});
