import process from 'node:process';
import pg from 'pg';
import { postgresDatabase, postgresUrl, query } from '../helpers/database.js';
import { NOW } from '../helpers/galaxy.js';
import { needs } from '../helpers/needs.js';
import { call, form, startServer } from '../helpers/server.js';
import { openStream } from '../helpers/stream.js';
import { until } from '../helpers/until.js';

/** Several instances on one PostgreSQL database are one service. */

const withPostgres = needs('SVCAPI_TEST_POSTGRES_URL', postgresUrl !== undefined);

withPostgres('a database whose transactions are serializable by default refuses no change for that', async (t) => {
  const { href, searchParams } = new URL(await postgresDatabase(t));
  const options = `${searchParams.get('options')} -c default_transaction_isolation=serializable`;
  const database = `${href.split('?')[0]}?options=${encodeURIComponent(options)}`;
  const servers = [await startServer({ database }), await startServer({ database })] as const;
  t.teardown(() => Promise.all(servers.map((server) => server.close())));
  const assign = (turn: number) =>
    servers[turn % 2 === 0 ? 0 : 1].call('/datacard/14:1', form({ production_entity_uid: '4:2', uses: 1 }));
  const answers = await Promise.all(Array.from({ length: 60 }, (_, turn) => assign(turn)));
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});

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

withPostgres('a service on a read-only PostgreSQL is not ready, and ready again when it takes changes', async (t) => {
  const address = await postgresDatabase(t);
  // A role stands for the server after a failover: its sessions cannot write.
  const role = `svcapi_standby_${process.pid}`;
  await query(address, `create role ${role} superuser login`);
  t.teardown(() => query(address, `drop owned by ${role}; drop role ${role}`));
  const url = new URL(address);
  url.username = role;
  const server = await startServer({ database: url.href });
  t.teardown(() => server.close());
  const readiness = async () => (await call(new URL('/readyz', server.url).href)).status;
  t.is(await readiness(), 200);
  for (const [change, status] of [
    ['set default_transaction_read_only = on', 503],
    ['reset default_transaction_read_only', 200],
  ] as const) {
    await query(address, `alter role ${role} ${change}`);
    await query(address, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = '${role}'`);
    t.is(await readiness(), status);
  }
});
