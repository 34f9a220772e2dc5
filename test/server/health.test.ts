import { join } from 'node:path';
import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { deviations } from '../helpers/contract.js';
import { temporaryFolder } from '../helpers/folder.js';
import { exchange, request } from '../helpers/raw.js';
import { call, type Server, startServer, withServer } from '../helpers/server.js';

const at = ({ url }: Server, path: string) => call(new URL(path, url).href);

test('a running service is alive and ready', withServer, async (t, server) => {
  const [alive, ready] = [await at(server, '/livez'), await at(server, '/readyz')];
  t.deepEqual((await at(server, '/healthz')).json, alive.json, 'the name that it had before');
  t.deepEqual([alive.status, alive.json], [200, { state: 'alive' }]);
  t.deepEqual([ready.status, ready.json], [200, { state: 'ready' }]);
  for (const { headers } of [alive, ready]) t.is(headers.get('cache-control'), 'no-store');
});

test('a service without its database is alive, but not ready', withServer, async (t, server) => {
  await server.store.close();
  t.is((await at(server, '/livez')).status, 200);
  const ready = await at(server, '/readyz');
  t.deepEqual([ready.status, ready.json], [503, { state: 'database away' }]);
});

test('a service is ready on newer tables, but not on older ones', async (t) => {
  const database = join(temporaryFolder(), 'galaxy.db');
  const server = await startServer({ database });
  t.teardown(() => server.close());
  const other = new DatabaseSync(database);
  t.teardown(() => other.close());
  other.exec("insert into kysely_migration (name, timestamp) values ('9999-later', 'now')");
  t.is((await at(server, '/readyz')).status, 200, 'as in an upgrade of one instance after the other');
  other.exec("delete from kysely_migration where name < '9999'");
  const ready = await at(server, '/readyz');
  t.deepEqual([ready.status, ready.json], [503, { state: 'migrations missing' }]);
});

test(
  'health checks need no token, count against no limit, and have the headers of every answer',
  withServer,
  async (t, server) => {
    for (const path of ['/livez', '/healthz', '/readyz']) {
      for (const method of ['GET', 'HEAD']) {
        const [answer] = await exchange(server.url, request(`${method} ${path}`), { toHead: method === 'HEAD' });
        t.is(answer?.status, 200);
        t.deepEqual(answer && deviations(answer), []);
        t.is(answer?.headers['x-ratelimit-limit'], undefined);
      }
    }
  },
  { rateLimit: 1, maxRequests: 0 },
);

for (const path of ['/livez/', '/healthz/', '/healthz/x', '/health', '/ws/v2.0/healthz', '/readyz/', '/HEALTHZ']) {
  test(`${path} is not a route`, withServer, async (t, server) => {
    t.is((await at(server, path)).status, 404);
  });
}
