import { randomUUID } from 'node:crypto';
import process from 'node:process';
import test from 'ava';
import { type Ran, withGalaxy } from '../../../helpers/cli/run.js';
import { onPostgres } from '../../../helpers/database.js';
import { NOW } from '../../../helpers/galaxy.js';
import { onRedis } from '../../../helpers/redis.js';
import { call, startServer } from '../../../helpers/server.js';

/** Returns the lines of a page by their topics, without the topic. */
function linesOf({ stdout }: Ran, topic: string): string[][] {
  const rows = stdout.split('\n').map((row) => row.split('\t'));
  return rows.filter(([first]) => first === topic).map(([, ...rest]) => rest);
}

/** A galaxy with an account of Hana (1:1) that has allowed a program, from whose token it was used, and with a change. */
async function surroundings(t: Parameters<typeof withGalaxy>[0]) {
  const galaxy = await withGalaxy(t);
  const token = await galaxy.look((store) =>
    store.transaction(async (within) => {
      const account = await within.accounts.create('Hana', ['1:1'], NOW);
      await within.clients.create({ id: 'yard', name: 'The Yard', owner_id: account }, NOW);
      const permissions = ['character_read', 'faction_datacards_write'] as const;
      const grant = { client_id: 'yard', character_uid: '1:1', permissions: [...permissions], expires_at: NOW + 9000 };
      return (await within.tokens.create(grant, NOW, account)).token;
    }),
  );
  return { ...galaxy, token };
}

test('the page about a character has account, memberships, grants, addresses, calls and changes', async (t) => {
  const { path, run, token } = await surroundings(t);
  const server = await startServer({ database: path, rateLimit: 2 });
  const headers = { Authorization: `Bearer ${token}` };
  for (let count = 0; count < 4; count += 1) await call(`${server.url}/character/1:1`, { headers });
  const assign = { method: 'POST', headers, body: new URLSearchParams({ production_entity_uid: '4:1', uses: '3' }) };
  const changed = await call(`${server.url}/datacard/14:1`, assign);
  t.is(changed.status, 200, changed.text);

  const page = await run(['inspect', 'hana veil', '--rate-limit', '2']);
  t.is(page.code, 0, page.stderr);
  t.is(page.stderr, '');
  t.deepEqual(linesOf(page, 'character')[0]?.slice(0, 2), ['1:1', 'active']);
  t.deepEqual(linesOf(page, 'account')[0]?.slice(0, 2), ['Hana', 'active']);
  t.is(linesOf(page, 'membership').length, 2);
  t.regex(linesOf(page, 'membership')[0]?.join() ?? '', /^20:1,.*The Lantern Guild; primary; views datacards; manages/);
  t.regex(
    linesOf(page, 'grant').join(),
    /active.*yard for 1:1 Hana Veil; by the account Hana; character_read.*last used 2024-/,
  );
  t.is(linesOf(page, 'address').length, 1);
  t.regex(linesOf(page, 'change')[0]?.join() ?? '', /^\d+,assign,.*14:1 at 4:1; 0 → 3 uses; by yard for 1:1$/);
  t.regex(linesOf(page, 'note').join(), /open streams are known to the running service alone/);
  const calls = linesOf(page, 'calls');
  // With PostgreSQL, the service counts where others can read it.
  if (onPostgres)
    t.regex(calls.join(), /\/character\[\/\{uid\}\],refused.*4 calls since the window began, 2 of them refused/);
  else
    t.deepEqual(
      calls.map(([, state]) => state),
      ['unknown'],
    );

  const ofClient = await run(['inspect', 'yard']);
  t.regex(linesOf(ofClient, 'client').join(), /^yard,active,.*The Yard; registered by the account Hana$/);
  t.is(linesOf(ofClient, 'grant').length, 1);
  t.is(linesOf(ofClient, 'change').length, 1);

  const address = linesOf(page, 'address')[0]?.[0] ?? '';
  const ofAddress = await run(['inspect', address, '--rate-limit', '2']);
  t.regex(linesOf(ofAddress, 'address').join(), /,ok,.*not on the blacklist/);
  t.is(linesOf(ofAddress, 'grant').length, 1);
  t.deepEqual(linesOf(ofAddress, 'calls'), calls);
  await server.close();
});

onRedis('the calls of an address are read from Redis', async (t) => {
  const { path, run, token } = await surroundings(t);
  const redis = { url: process.env.SVCAPI_TEST_REDIS_URL ?? '', prefix: `svcapi-inspect-${randomUUID()}:` };
  const server = await startServer({ database: path, rateLimit: 1, redis });
  for (let count = 0; count < 3; count += 1) {
    await call(`${server.url}/character/1:1`, { headers: { Authorization: `Bearer ${token}` } });
  }
  const flags = ['--redis', redis.url, '--redis-prefix', redis.prefix, '--rate-limit', '1'];
  const calls = linesOf(await run(['inspect', '127.0.0.1', ...flags]), 'calls');
  t.regex(calls.join(), /refused,.*3 calls since the window began, 2 of them refused/);
  await server.close();
  const away = ['--redis', 'redis://127.0.0.1:1', '--redis-prefix', redis.prefix];
  t.deepEqual(
    linesOf(await run(['inspect', '127.0.0.1', ...away]), 'calls').map(([, state]) => state),
    ['unknown'],
  );
});

test('a faction, an address of the blacklist, and who was removed are shown, as JSON too', async (t) => {
  const { run, look } = await surroundings(t);
  await look(async (store) => {
    const entry = { address: '192.0.2.7', created_at: NOW, expires_at: NOW + 60, reason: 'flood' };
    await store.blacklist.add(entry);
    await store.transaction((within) => within.load.remove('character', [{ uid: '1:4' }], NOW));
  });
  const faction = await run(['inspect', '20:1']);
  t.is(linesOf(faction, 'member').length, 3);
  t.regex(linesOf(faction, 'faction').join(), /The Lantern Guild; 3 datacards$/);

  const { code, stdout } = await run(['inspect', '192.0.2.7', '--json', 'topic,id,state']);
  t.is(code, 0);
  t.deepEqual(JSON.parse(stdout)[0], { topic: 'address', id: '192.0.2.7', state: 'blacklisted' });
  t.deepEqual(linesOf(await run(['inspect', '1:4']), 'character')[0]?.slice(0, 2), ['1:4', 'removed']);

  for (const nobody of ['1:99', 'Nobody', '2:1']) {
    const ran = await run(['inspect', nobody]);
    t.is(ran.code, 6, nobody);
    t.regex(ran.stderr, new RegExp(`nobody is called “${nobody}”`));
  }
});
