import test from 'ava';
import pg from 'pg';
import { postgresDatabase, postgresUrl } from '../../helpers/database.js';
import { NOW } from '../../helpers/galaxy.js';
import { startServer } from '../../helpers/server.js';
import { openStream } from '../../helpers/stream.js';
import { until } from '../../helpers/until.js';

const withPostgres = postgresUrl === undefined ? test.skip : test;

withPostgres('an event whose transaction began first and commits last is not lost', async (t) => {
  const database = await postgresDatabase(t);
  const server = await startServer({ database });
  t.teardown(() => server.close());
  const stream = await openStream(t, server, '/events/personal');
  const [slow, quick] = [1, 2].map(() => new pg.Client({ connectionString: database })) as [pg.Client, pg.Client];
  await Promise.all([slow.connect(), quick.connect()]);
  t.teardown(() => Promise.all([slow.end(), quick.end()]));
  const insert = (uid: string) =>
    `insert into events (uid, receiver_uid, time, text) values ('${uid}', '1:1', ${NOW}, 'An event')`;
  await slow.query('begin');
  await slow.query(insert('39:10'));
  const second = quick.query(insert('39:11'));
  // It waits for the other, or else its event has come by now.
  const isWaiting = async () =>
    (await slow.query("select 1 from pg_locks where locktype = 'advisory' and not granted")).rows.length > 0;
  await Promise.race([stream.has('39:11'), until(isWaiting, { what: 'the second writer waits' })]);
  await slow.query('commit');
  await second;
  await stream.has('39:10', '39:11');
  t.deepEqual(stream.ids().sort(), ['39:10', '39:11']);
});
