import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { galaxyFile } from '../helpers/database.js';
import { call, type Server, serverWith, startServer } from '../helpers/server.js';

const at = ({ url }: Server, path: string, init?: RequestInit) => call(new URL(path, url).href, init);
const limits = serverWith({ rateLimit: 1, maxRequests: 0 });

test('a running service is alive and ready, without a token and beyond every limit', limits, async (t, server) => {
  for (const [path, state] of [
    ['/livez', 'alive'],
    // The name that it had before.
    ['/healthz', 'alive'],
    ['/readyz', 'ready'],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const { status, json, headers } = await at(server, path, { method });
      t.deepEqual([status, json], [200, method === 'GET' ? { state } : undefined], path);
      const fields = ['cache-control', 'x-ratelimit-limit', 'x-content-type-options'].map((name) => headers.get(name));
      t.deepEqual(fields, ['no-store', null, 'nosniff']);
      t.regex(headers.get('x-request-id') ?? '', /^[\w-]{36}$/);
    }
  }
  for (const path of ['/livez/', '/healthz/x', '/health', '/ws/v2.0/readyz', '/READYZ'])
    t.not((await at(server, path)).status, 200, path);
});

test('a service is not ready without its database or on older tables, but on newer ones', async (t) => {
  const database = await galaxyFile();
  const server = await startServer({ database });
  t.teardown(() => server.close());
  const other = new DatabaseSync(database);
  t.teardown(() => other.close());
  other.exec("insert into kysely_migration (name, timestamp) values ('9999-later', 'now')");
  t.is((await at(server, '/readyz')).status, 200, 'as in an upgrade of one instance after the other');
  other.exec("delete from kysely_migration where name < '9999'");
  t.like(await at(server, '/readyz'), { status: 503, json: { state: 'migrations missing' } });
  await server.store.close();
  t.is((await at(server, '/livez')).status, 200);
  t.like(await at(server, '/readyz'), { status: 503, json: { state: 'database away' } });
});
