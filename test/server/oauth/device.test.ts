import test from 'ava';
import { until } from '../../helpers/until.js';
import { askDevice, withPeople } from './flow.js';

test('a device waits until the person has agreed, and gets its tokens once', withPeople, async (t, server) => {
  const { user_code, interval, verification_uri, poll } = await askDevice(server);
  t.deepEqual([interval, verification_uri], [5, `${server.url}/account/device`]);
  t.regex(user_code, /^[B-Z]{4}-[B-Z]{4}$/);
  t.is((await poll()).json.error, 'authorization_pending');
  // One that does not wait is slowed down.
  for (const [seconds, error] of [
    [4, 'slow_down'],
    [9, 'slow_down'],
    [15, 'authorization_pending'],
  ] as const) {
    server.time.now += seconds * 1000;
    t.is((await poll()).json.error, error);
  }
  await server.visitor.visit('/account/device');
  await server.visitor.send({ user_code: ` ${user_code.toLowerCase().replace('-', ' ')}` });
  // Of two decisions that have found the code, one counts.
  const { codes } = server.store;
  const { findByUserCode, decide } = codes;
  let found = 0;
  codes.findByUserCode = async (hash) => {
    const code = await findByUserCode(hash);
    found += 1;
    return code;
  };
  codes.decide = async (...decision) => {
    await until(() => found === 2, { what: 'both have found the code' });
    return decide(...decision);
  };
  const answers = await Promise.all([1, 2].map(() => server.visitor.send({ decision: 'allow' })));
  t.is(answers.filter(({ status }) => status === 200).length, 1);
  t.is((await server.store.grants.ofAccount(server.account, server.time.now / 1000)).length, 1);
  server.time.now += 60_000;
  const { status, json } = await poll();
  t.is(status, 200);
  t.is(json.scope, 'character_read');
  t.regex(json.refresh_token, /^svcapi_r_/);
  t.is((await poll()).json.error, 'invalid_grant');
});

test('the code of a device is good for ten minutes, and for one decision', withPeople, async (t, server) => {
  const [old, used] = [await askDevice(server), await askDevice(server, 'deny')];
  t.like(await used.poll(), { status: 400, json: { error: 'access_denied' } });
  const enter = async (user_code: string) => {
    await server.visitor.visit('/account/device');
    return (await server.visitor.send({ user_code })).status;
  };
  t.is(await enter(used.user_code), 404);
  server.time.now += 600_000;
  t.is(await enter(old.user_code), 404);
  t.is((await old.poll()).json.error, 'expired_token');
});

test('codes of devices cannot be guessed at speed, with and without a decision', withPeople, async (t, server) => {
  const { account, visitor, store, time } = server;
  for (let each = 0; each < 11; each += 1)
    t.is((await (await askDevice(server, 'deny')).poll()).json.error, 'access_denied', 'right ones are no guesses');
  const { user_code, poll } = await askDevice(server);
  await visitor.visit('/account/device');
  const enter = (user_code: string) => visitor.send({ user_code });
  const decide = (user_code: string) => visitor.send({ user_code, decision: 'allow', character: '1:1' });
  const guesses = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? enter : decide)('BBBB-BBBB'));
  t.true((await Promise.all(guesses)).every(({ status }) => status === 404));
  const limited = await enter(user_code);
  t.is(limited.status, 429);
  t.regex(limited.html, /<h1>Too many attempts<\/h1>\s*<p>Wait 15 minutes, and try again\.<\/p>/);
  t.truthy(limited.headers.get('Retry-After'));
  await visitor.visit('/account/device');
  t.is((await decide(user_code)).status, 429, 'an account that is limited decides nothing');
  t.is((await poll()).json.error, 'authorization_pending');
  t.deepEqual(await store.grants.ofAccount(account, time.now / 1000), []);
  await visitor.signOut();
  const seen = await visitor.open('/account/device?user_code=BCDF-GHJK');
  const next = encodeURIComponent('/ws/v2.0/account/device?user_code=BCDF-GHJK');
  t.true(seen.location?.includes(`next=${next}`), 'who is not signed in signs in first');
});
