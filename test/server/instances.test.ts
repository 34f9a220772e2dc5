import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { temporaryFolder } from '../helpers/folder.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { type Server, type ServerSetup, startServer } from '../helpers/server.js';

/** Several instances on one database: what one of them learns holds for all of them within a second. */

type Three = [one: Server, two: Server, three: Server];

async function startThree(t: ExecutionContext, setup: ServerSetup = {}): Promise<Three> {
  const database = join(temporaryFolder(), 'galaxy.db');
  const start = async () => {
    const server = await startServer({ database, ...setup });
    t.teardown(() => server.close());
    return server;
  };
  return [await start(), await start(), await start()];
}

/** Moves the time of all instances. */
function wait(servers: Three, milliseconds: number): void {
  for (const { time } of servers) time.now += milliseconds;
}

/** Returns the answer of each instance: a status, or that it closed the connection. */
function ask(servers: Three, token: string): Promise<(number | 'closed')[]> {
  const init = { headers: { Authorization: `Bearer ${token}` } };
  return Promise.all(
    servers.map((server) =>
      server.call('/character', init).then(
        ({ status }) => status,
        () => 'closed' as const,
      ),
    ),
  );
}

test('an address blacklisted by one instance is refused by all within a second', async (t) => {
  const servers = await startThree(t, { rateLimit: 5, blacklistAfter: 2, blacklistFor: 60 });
  const [one] = servers;
  t.deepEqual(await ask(servers, one.token), [200, 200, 200]);
  for (let call = 0; call < 7; call++) await one.call('/event/39:1');
  t.is((await ask(servers, one.token))[0], 'closed', 'at once where it happened');
  wait(servers, 1000);
  t.deepEqual(await ask(servers, one.token), ['closed', 'closed', 'closed']);

  await one.store.blacklist.remove('127.0.0.1');
  wait(servers, 1000);
  t.deepEqual(await ask(servers, one.token), [200, 200, 200], 'a host lets it in again');
});

test('a blacklisting ends on all instances', async (t) => {
  const servers = await startThree(t);
  const [one] = servers;
  await one.store.blacklist.add({ address: '127.0.0.1', created_at: NOW, expires_at: NOW + 60, reason: 'a test' });
  t.deepEqual(await ask(servers, one.token), ['closed', 'closed', 'closed']);
  wait(servers, 60_000);
  t.deepEqual(await ask(servers, one.token), [200, 200, 200]);
});

test('a token made by one instance is valid on all at once', async (t) => {
  const servers = await startThree(t);
  t.deepEqual(await ask(servers, 'svcapi_unknown'), [401, 401, 401]);
  t.deepEqual(await ask(servers, await tokenFor(servers[0].store, '1:2')), [200, 200, 200]);
});

const endings: [title: string, end: (server: Server) => Promise<unknown>][] = [
  [
    'a token that is revoked',
    async ({ store }) => {
      for (const { id } of await store.tokens.list()) await store.tokens.revoke(id, NOW);
    },
  ],
  [
    'a client that is revoked',
    async ({ store }) => {
      for (const { id } of await store.clients.list()) await store.clients.revoke(id, NOW);
    },
  ],
];

for (const [title, end] of endings) {
  test(`${title} through one instance is refused by all within a second`, async (t) => {
    const servers = await startThree(t);
    const [one] = servers;
    t.deepEqual(await ask(servers, one.token), [200, 200, 200]);
    await end(one);
    wait(servers, 1000);
    t.deepEqual(await ask(servers, one.token), [401, 401, 401]);
  });
}
