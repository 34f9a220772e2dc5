import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import type { Store } from '../../../src/store/store.js';
import { startChild } from '../../helpers/child.js';
import { lastingDatabase, openTestStore, postgresDatabase, postgresUrl } from '../../helpers/database.js';
import { loadGalaxy, NOW, tokenFor } from '../../helpers/galaxy.js';
import { startServer } from '../../helpers/server.js';
import { addEvents, numbers, openStream, uids } from '../../helpers/stream.js';
import { until } from '../../helpers/until.js';

async function openStore(t: ExecutionContext, database: string): Promise<Store> {
  const store = await openTestStore(database);
  t.teardown(() => store.close());
  return store;
}

/** Stores one event after the other, from number 100 on, until it is stopped; returns the number of the last. */
function keepWriting(store: Store): () => Promise<number> {
  let isOver = false;
  const writing = (async () => {
    for (let number = 100; ; number += 1) {
      await addEvents(store, [number]);
      if (isOver) return number;
    }
  })();
  return () => {
    isOver = true;
    return writing;
  };
}

test('kill -9 of an instance: behind the last message another continues, nothing is missing or comes twice', async (t) => {
  const database = await lastingDatabase(t);
  const instances = [await startChild(database), await startChild(database)];
  const [one, two] = instances as [(typeof instances)[0], (typeof instances)[0]];
  t.teardown(() => Promise.all(instances.map((instance) => instance.kill())));
  const store = await openStore(t, database);
  const token = await tokenFor(store, '1:1');
  const stop = keepWriting(store);
  const first = await openStream(t, { url: one.url, token }, '/events/personal');
  await until(() => first.ids().length >= 20, { what: 'some events have come' });
  await one.kill();
  await first.ends();
  const began = first.ids()[0] ?? '';
  const second = await openStream(t, { url: two.url, token }, '/events/personal', { 'Last-Event-ID': first.lastId() });
  await until(() => second.ids().length >= 20, { what: 'more events have come' });
  const last = await stop();
  await second.has(`39:${last}`);
  t.deepEqual([...first.ids(), ...second.ids()], uids(numbers(Number(began.split(':')[1]), last)));
});

test('several processes that write at once lose no event of a stream', async (t) => {
  const database = await lastingDatabase(t);
  const server = await startServer({ database });
  t.teardown(() => server.close());
  const stream = await openStream(t, server, '/events/personal');
  const writers = await Promise.all([1, 2, 3].map(() => openStore(t, database)));
  await Promise.all(
    writers.map(async (store, index) => {
      for (let number = 1000 + index; number < 1060; number += 3) await addEvents(store, [number]);
    }),
  );
  await stream.has(...uids(numbers(1000, 1059)));
  t.is(stream.ids().length, 60, 'each once');
});

const withPostgres = postgresUrl === undefined ? test.skip : test;

withPostgres('an event whose transaction began first and commits last is not lost (needs PostgreSQL)', async (t) => {
  const database = await postgresDatabase(t);
  const store = await openStore(t, database);
  await loadGalaxy(store);
  const server = await startServer({ database });
  t.teardown(() => server.close());
  const stream = await openStream(t, { url: server.url, token: await tokenFor(store, '1:1') }, '/events/personal');
  const [slow, quick] = [
    new pg.Client({ connectionString: database }),
    new pg.Client({ connectionString: database }),
  ] as const;
  await Promise.all([slow.connect(), quick.connect()]);
  t.teardown(() => Promise.all([slow.end(), quick.end()]));
  const insert = (uid: string) =>
    `insert into events (uid, receiver_uid, time, text) values ('${uid}', '1:1', ${NOW}, 'An event')`;
  await slow.query('begin');
  await slow.query(insert('39:10'));
  const second = quick.query(insert('39:11'));
  // It waits for the other, or else its event has come by now.
  const waits = until(async () => (await isWaiting(slow)) > 0, { what: 'the second writer waits' });
  await Promise.race([stream.has('39:11'), waits]);
  await slow.query('commit');
  await second;
  await stream.has('39:10', '39:11');
  t.deepEqual(stream.ids().sort(), ['39:10', '39:11']);
});

async function isWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted",
  );
  return rows[0].waiting;
}
