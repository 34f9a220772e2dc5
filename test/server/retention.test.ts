import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { tokenHash } from '../../src/store/token.js';
import { galaxyFile, lastingDatabase, openTestStore } from '../helpers/database.js';
import { NOW } from '../helpers/galaxy.js';
import { serverWith, startServer, statusesOf } from '../helpers/server.js';
import { addEvents, addTransactions, openStream } from '../helpers/stream.js';
import { until } from '../helpers/until.js';

const HOUR = 3600;
const hourly = serverWith({ keepEvents: HOUR, keepTransactions: HOUR });

test('what is past its age is neither listed nor shown nor sent', hourly, async (t, server) => {
  const { store } = server;
  // Of so many seconds after now, as their numbers say.
  await addEvents(store, [100, 5000]);
  await addTransactions(store, [9100, 9500]);
  const events = async () => (await server.call('/events/personal')).text;
  const log = async (query: string) =>
    (await server.call(`/character/1:1/creditlog?${query}`)).json.svcapi.transactions;
  // Kept answers.
  t.true((await events()).includes('39:100'));
  t.is((await log('start_id=9100')).attributes.total, 2);

  server.time.now += (HOUR + 101) * 1000;
  t.false((await events()).includes('"39:100"'));
  t.true((await events()).includes('"39:5000"'));
  t.deepEqual(statusesOf([await server.call('/event/39:100'), await server.call('/event/39:5000')]), [404, 200]);
  server.time.now += 9000 * 1000;
  for (const query of ['start_id=9100', 'start_id=0', 'start_id=1&item_count=1']) {
    const { attributes, transaction } = await log(query);
    t.deepEqual([attributes.total, transaction.length], [1, 1], query);
    t.is(transaction[0].attributes.transaction_id, 9500);
  }
  const stream = await openStream(t, server, '/character/1:1/creditlog', { 'Last-Event-ID': '@0' });
  await stream.has('9500');
  t.deepEqual(stream.ids(), ['9500']);
  t.true(stream.all.some(({ event }) => event === 'reset'));
  t.truthy(await store.events.find('39:100'), 'it is there');
});

test('a server that starts removes what has expired, and what is older than it keeps it', async (t) => {
  const address = await lastingDatabase(t);
  const store = await openTestStore(address);
  t.teardown(() => store.close());
  const expired = { payload: '{}', expires_at: NOW - 86_400 };
  await store.transaction(async ({ interactions }) => {
    for (let count = 0; count < 600; count += 1) await interactions.save(tokenHash(String(count)), expired);
  });
  await store.interactions.save(tokenHash('valid'), { payload: '{}', expires_at: NOW + 1 });
  const server = await startServer({ database: address, keepEvents: 55 });
  t.teardown(() => server.close());
  await until(async () => (await store.events.find('39:1')) === undefined, { what: 'the old event is removed' });
  t.truthy(await store.events.find('39:2'));
  await until(() => server.log.some((line) => line.includes('expired rows removed')), { what: 'rows are removed' });
  t.is(await store.interactions.find(tokenHash('1'), NOW - 90_000), undefined);
  t.truthy(await store.interactions.find(tokenHash('valid'), NOW));
});

test('a removal that failed is tried again before the next hour, and one that did not in its turn', async (t) => {
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
  server.time.now += 3_600_000;
  await until(async () => (await server.store.events.find('39:2')) === undefined, { what: 'the next turn' });
});
