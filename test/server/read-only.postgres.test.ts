import process from 'node:process';
import test from 'ava';
import { postgresDatabase, postgresUrl, query } from '../helpers/database.js';
import { call, startServer } from '../helpers/server.js';

/** A role stands for the server after a failover: its sessions cannot write. */

const withPostgres = postgresUrl === undefined ? test.skip : test;

withPostgres('a service on a read-only PostgreSQL is not ready, and ready again when it takes changes', async (t) => {
  const address = await postgresDatabase(t);
  const role = `svcapi_standby_${process.pid}`;
  await query(address, `create role ${role} superuser login`);
  t.teardown(() => query(address, `drop owned by ${role}; drop role ${role}`));
  const url = new URL(address);
  url.username = role;
  const server = await startServer({ database: url.href });
  t.teardown(() => server.close());
  const readiness = async () => (await call(new URL('/readyz', server.url).href)).status;
  const cut = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = '${role}'`;
  t.is(await readiness(), 200);
  await query(address, `alter role ${role} set default_transaction_read_only = on`);
  await query(address, cut);
  t.is(await readiness(), 503);
  await query(address, `alter role ${role} reset default_transaction_read_only`);
  await query(address, cut);
  t.is(await readiness(), 200);
});
