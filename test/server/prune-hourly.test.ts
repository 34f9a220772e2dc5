import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { tokenHash } from '../../src/store/token.js';
import { galaxyFile, lastingDatabase, openTestStore } from '../helpers/database.js';
import { NOW } from '../helpers/galaxy.js';
import { startServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';

test('a server that starts removes what has expired, and what is older than it keeps it', async (t) => {
  const address = await lastingDatabase(t);
  const store = await openTestStore(address);
  t.teardown(() => store.close());
  for (let count = 0; count < 600; count += 1)
    await store.interactions.save(tokenHash(String(count)), { payload: '{}', expires_at: NOW - 86_400 });
  await store.interactions.save(tokenHash('valid'), { payload: '{}', expires_at: NOW + 1 });
  const server = await startServer({ database: address, keepEvents: 55 });
  t.teardown(() => server.close());
  await until(async () => (await store.events.find('39:1')) === undefined, { what: 'the old event is removed' });
  t.truthy(await store.events.find('39:2'));
  await until(() => server.log.some((line) => line.includes('expired rows removed')), { what: 'rows are removed' });
  t.is(await store.interactions.find(tokenHash('1'), NOW - 90_000), undefined);
  t.truthy(await store.interactions.find(tokenHash('valid'), NOW));
});

test('a removal that failed is tried again before the next hour', async (t) => {
  const database = await galaxyFile();
  const connection = new DatabaseSync(database);
  t.teardown(() => connection.close());
  connection.exec('alter table events rename to away');
  const server = await startServer({ database, keepEvents: 55, pruneEvery: 10 });
  t.teardown(() => server.close());
  await until(() => server.log.some((line) => line.includes('expired rows not removed')), { what: 'the work fails' });
  connection.exec('alter table away rename to events');
  await until(async () => (await server.store.events.find('39:1')) === undefined, { what: 'it is tried again' });
  t.truthy(await server.store.events.find('39:2'));
});
