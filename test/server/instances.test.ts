import test from 'ava';
import { tokenHash } from '../../src/store/token.js';
import { galaxyFile } from '../helpers/database.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { type Server, startServer, statusesOf } from '../helpers/server.js';

/** Several instances on one database: what one of them learns holds for all of them within a second. */

test('tokens and blacklistings of one instance hold on all within a second', async (t) => {
  const database = await galaxyFile();
  const setup = { database, rateLimit: 5, blacklistAfter: 2, blacklistFor: 60 };
  const servers = [await startServer(setup), await startServer(setup), await startServer(setup)];
  t.teardown(() => Promise.all(servers.map((server) => server.close())));
  const [{ store, ...one }] = servers as [Server];
  const wait = (milliseconds: number) => {
    for (const { time } of servers) time.now += milliseconds;
  };
  /** Returns the status of the answer of each instance, 0 for a closed connection. */
  const ask = async (token: string) => {
    const init = { headers: { Authorization: `Bearer ${token}` } };
    const calls = servers.map((server) => server.call('/api/helloauth', init).catch(() => ({ status: 0 })));
    return statusesOf(await Promise.all(calls));
  };
  t.deepEqual(await ask('svcapi_unknown'), [401, 401, 401]);
  t.deepEqual(await ask(await tokenFor(store, '1:2')), [200, 200, 200], 'a new token is valid at once');

  for (let call = 0; call < 7; call++) await one.call('/event/39:1');
  t.is((await ask(one.token))[0], 0, 'at once where it happened');
  wait(1000);
  t.deepEqual(await ask(one.token), [0, 0, 0]);
  await store.blacklist.remove('127.0.0.1');
  wait(1000);
  t.deepEqual(await ask(one.token), [200, 200, 200], 'a host lets it in again');
  await store.blacklist.add({ address: '127.0.0.1', created_at: NOW + 2, expires_at: NOW + 60, reason: 'a test' });
  wait(1000);
  t.deepEqual(await ask(one.token), [0, 0, 0]);
  wait(60_000);
  t.deepEqual(await ask(one.token), [200, 200, 200], 'it ends on all of them');

  const other = await tokenFor(store, '1:2', undefined, { clientId: 'other' });
  await store.tokens.revokeByHash(tokenHash(one.token), NOW);
  wait(1000);
  t.deepEqual(await ask(one.token), [401, 401, 401]);
  t.deepEqual(await ask(other), [200, 200, 200]);
  await store.clients.revoke('other', NOW);
  wait(1000);
  t.deepEqual(await ask(other), [401, 401, 401]);
});
