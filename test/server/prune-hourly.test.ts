import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { tokenHash } from '../../src/store/token.js';
import { galaxyFile, lastingDatabase, openTestStore } from '../helpers/database.js';
import { NOW } from '../helpers/galaxy.js';
import { startServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';

test('a server that starts removes what has expired', async (t) => {
  const address = await lastingDatabase(t);
  const store = await openTestStore(address);
  for (let count = 0; count < 600; count += 1) {
    await store.interactions.save(tokenHash(String(count)), { payload: '{}', expires_at: NOW - 1 });
  }
  await store.interactions.save(tokenHash('valid'), { payload: '{}', expires_at: NOW + 1 });
  const server = await startServer({ database: address });
  await until(() => server.log.some((line) => line.includes('expired rows removed')), { what: 'rows are removed' });
  t.is(await store.interactions.find(tokenHash('1'), NOW - 10), undefined);
  t.truthy(await store.interactions.find(tokenHash('valid'), NOW));
  t.true(server.log.some((line) => line.includes('"rows":600')));
  await server.close();
  await store.close();
});

test('a server that starts removes events and transactions that are older than it keeps them', async (t) => {
  const address = await lastingDatabase(t);
  const store = await openTestStore(address);
  const server = await startServer({ database: address, keepEvents: 55 });
  await until(async () => (await store.events.find('39:1')) === undefined, { what: 'the old event is removed' });
  t.truthy(await store.events.find('39:2'));
  await server.close();
  await store.close();
});

test('a removal that failed is tried again before the next hour', async (t) => {
  const database = await galaxyFile();
  const rename = (from: string, to: string) => {
    const connection = new DatabaseSync(database);
    connection.exec(`alter table ${from} rename to ${to}`);
    connection.close();
  };
  rename('events', 'away');
  const server = await startServer({ database, keepEvents: 55, pruneEvery: 10 });
  await until(() => server.log.some((line) => line.includes('expired rows not removed')), { what: 'the work fails' });
  rename('away', 'events');
  await until(async () => (await server.store.events.find('39:1')) === undefined, { what: 'it is tried again' });
  t.truthy(await server.store.events.find('39:2'));
  await server.close();
});
