import test from 'ava';
import { galaxyFile } from '../helpers/database.js';
import { NOW } from '../helpers/galaxy.js';
import { type Server, startServer, statusesOf } from '../helpers/server.js';

/** Several instances on one database: what one of them learns holds for all of them within a second. */

test('a blacklisting of one instance holds on all within a second, and ends so', async (t) => {
  const database = await galaxyFile();
  const setup = { database, rateLimit: 5, blacklistAfter: 2, blacklistFor: 60 };
  const servers = [await startServer(setup), await startServer(setup), await startServer(setup)];
  t.teardown(() => Promise.all(servers.map((server) => server.close())));
  const [{ store, ...one }] = servers as [Server];
  const wait = (milliseconds: number) => {
    for (const { time } of servers) time.now += milliseconds;
  };
  /** Returns the status of the answer of each instance, 0 for a closed connection. */
  const ask = async () =>
    statusesOf(await Promise.all(servers.map(({ call }) => call('/').catch(() => ({ status: 0 })))));
  for (let call = 0; call < 7; call++) await one.call('/event/39:1');
  t.is((await ask())[0], 0, 'at once where it happened');
  wait(1000);
  t.deepEqual(await ask(), [0, 0, 0]);
  await store.blacklist.remove('127.0.0.1');
  wait(1000);
  t.deepEqual(await ask(), [200, 200, 200], 'a host lets it in again');
  await store.blacklist.add({ address: '127.0.0.1', created_at: NOW + 2, expires_at: NOW + 60, reason: 'a test' });
  wait(1000);
  t.deepEqual(await ask(), [0, 0, 0]);
  wait(60_000);
  t.deepEqual(await ask(), [200, 200, 200], 'it ends on all of them');
});
