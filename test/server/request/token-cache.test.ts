import test from 'ava';
import { TokenCache } from '../../../src/server/request/token-cache.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { type Server, withServer } from '../../helpers/server.js';

/** A token is looked up once a second at most. */

const status = async (server: Server, token = server.token) =>
  (await server.call('/api/helloauth', { headers: { Authorization: `Bearer ${token}` } })).status;

test('a revoked token ends within a second', withServer, async (t, server) => {
  t.is(await status(server), 200);
  const [info] = await server.store.tokens.list();
  t.true(await server.store.tokens.revoke(info?.id as string, NOW));
  server.time.now += 1000;
  t.is(await status(server), 401);
});

test('a revoked client ends with its tokens within a second', withServer, async (t, server) => {
  t.is(await status(server), 200);
  const [info] = await server.store.tokens.list();
  t.true(await server.store.clients.revoke(info?.client_id as string, NOW));
  server.time.now += 1000;
  t.is(await status(server), 401);
});

test('a cached token ends in the second in which it expires', withServer, async (t, server) => {
  const { token } = await server.store.tokens.create(
    { client_id: 'console', character_uid: '1:1', permissions: ['character_read'], expires_at: NOW + 1 },
    NOW,
  );
  server.time.now = NOW * 1000 + 900;
  t.is(await status(server, token), 200);
  server.time.now = NOW * 1000 + 1000;
  t.is(await status(server, token), 401);
});

test('an unknown token is looked up each time', withServer, async (t, server) => {
  const token = await tokenFor(server.store, '1:2');
  const [info] = (await server.store.tokens.list()).filter(({ character }) => character.uid === '1:2');
  await server.store.tokens.revoke(info?.id as string, NOW);
  t.is(await status(server, token), 401);
  t.is(await status(server, await tokenFor(server.store, '1:2')), 200);
});

test('a clock set back does not extend the life of a cached token', withServer, async (t, server) => {
  t.is(await status(server), 200);
  const [info] = await server.store.tokens.list();
  await server.store.tokens.revoke(info?.id as string, NOW);
  server.time.now -= 60_000;
  t.is(await status(server), 401);
});

test('a cached principal belongs to one token alone', withServer, async (t, server) => {
  t.is(await status(server), 200);
  t.is(await status(server, `${server.token.slice(0, -1)}${server.token.endsWith('A') ? 'B' : 'A'}`), 401);
});

/** Tokens that the cache holds at most. */
const CAPACITY = 10_000;

// Alone: its 20,000 statements leave the other servers of this process no time to answer.
test.serial(
  'a full cache forgets its oldest token, and each token still stands for its character',
  withServer,
  async (t, server) => {
    const { store } = server;
    const cache = new TokenCache(store);
    const characterOf = async (token: string) => (await cache.principal(token, NOW * 1000))?.character_uid;
    const [oldest] = await store.tokens.list();
    t.is(await characterOf(server.token), '1:1');

    const grant = { client_id: 'console', character_uid: '1:2', permissions: [], expires_at: NOW + 9 };
    const tokens: string[] = [];
    await store.transaction(async (inside) => {
      for (let count = 0; count < CAPACITY; count++) tokens.push((await inside.tokens.create(grant, NOW)).token);
    });
    for (const token of tokens) t.is(await characterOf(token), '1:2');

    t.true(await store.tokens.revoke(oldest?.id as string, NOW));
    t.is(await characterOf(server.token), undefined, 'it was forgotten, and is read again within the second');
  },
);
