import test, { type ExecutionContext } from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { changesOf } from '../helpers/changes-of.js';
import { galaxyFile } from '../helpers/database.js';
import { NOW } from '../helpers/galaxy.js';
import { call, form, type Server, serverWith, startServer } from '../helpers/server.js';

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
  other.exec(`alter table datacard_changes add column later text;
    create table later (id integer primary key) strict;
    insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`);
  t.is((await at(server, '/readyz')).status, 200, 'as in an upgrade of one instance after the other');
  t.is((await server.call('/datacard/14:1', form({ production_entity_uid: '4:1', uses: 1 }))).status, 200);
  t.is((await server.call('/datacard/14:1')).json.svcapi.datacard.uses, 99);
  other.exec("delete from kysely_migration where name < '9999'");
  t.like(await at(server, '/readyz'), { status: 503, json: { state: 'migrations missing' } });
  await server.store.close();
  t.is((await at(server, '/livez')).status, 200);
  t.like(await at(server, '/readyz'), { status: 503, json: { state: 'database away' } });
});

/** A busy database: the answer is 503, and no lost change is acknowledged. The trial `faults` has a full and a failing one. */

/** A server on a file, and another process's connection that holds the write lock until it lets go. */
async function startLocked(t: ExecutionContext, setup = {}) {
  const database = await galaxyFile();
  const server = await startServer({ database, ...setup });
  const other = new DatabaseSync(database);
  other.exec('begin immediate');
  t.teardown(async () => {
    other.close();
    await server.close();
  });
  return { server, letGo: () => other.exec('rollback') };
}

test('while another process writes, changes get a 503 and everything else is served', async (t) => {
  const { server, letGo } = await startLocked(t);
  const assign = form({ production_entity_uid: '4:2', uses: 1 });
  t.is((await server.call('/datacard/14:1', assign)).status, 503);
  t.is((await server.call('/datacard/14:3?production_entity_uid=4:1', { method: 'DELETE' })).status, 503);
  for (const path of ['/character', '/character/1:1/creditlog', '/datacards/20:1', '/api/time', '/../../readyz'])
    t.is((await server.call(path)).status, 200, path);

  letGo();
  t.is((await server.call('/datacard/14:1')).json.svcapi.datacard.uses, 100, 'nothing was changed');
  t.is((await server.call('/datacard/14:1', assign)).status, 200);
  t.deepEqual(await changesOf(server.store, '14:3'), []);
  t.is((await changesOf(server.store, '14:1')).length, 1);
});

test('an address blacklisted while another process writes is refused for a second, and its calls over the limit still', async (t) => {
  const { server, letGo } = await startLocked(t, { rateLimit: 1, blacklistAfter: 1 });
  const ask = async () => (await server.call('/event/39:1').catch(() => ({ status: 0 }))).status;
  t.deepEqual([await ask(), await ask(), await ask()], [200, 400, 0], 'the refusal is not a failure');
  server.time.now += 1000;
  t.is(await ask(), 400, 'the list was read again');
  letGo();
  t.is(await ask(), 400);
  t.deepEqual(await server.store.blacklist.list(NOW), []);
});
