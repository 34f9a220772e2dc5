import test from 'ava';
import { TokenCache } from '../../../src/server/request/token-cache.js';
import { NOW } from '../../helpers/galaxy.js';
import { withServer } from '../../helpers/server.js';

/** Tokens that the cache holds at most. */
const CAPACITY = 10_000;

test(
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
