import { once } from 'node:events';
import type { ExecutionContext } from 'ava';
import pg from 'pg';
import { type Hosted, host, spawnService, stop } from '../../helpers/cli/hosted.js';
import { startProgram } from '../../helpers/cli/program.js';
import { needs } from '../../helpers/needs.js';
import { hasPostgres, startPostgres } from '../../helpers/servers/postgres-server.js';
import { startStoppingProxy } from '../../helpers/stopping-proxy.js';
import { inTime, LONG } from '../../helpers/until.js';

/** A service ends within its limit while PostgreSQL stands still, whenever that begins. */

const withPostgres = needs('PostgreSQL', hasPostgres);

const LIMIT = ['--shutdown-timeout', '1s'];

/** Starts a PostgreSQL behind a proxy. */
async function startFrozen(t: ExecutionContext) {
  t.timeout(LONG);
  const postgres = await startPostgres(t);
  const direct = new URL(postgres.address);
  const proxy = await startStoppingProxy(t, { host: direct.hostname, port: Number(direct.port) });
  const address = new URL(direct);
  address.port = String(proxy.port);
  return { postgres, proxy, database: address.href };
}

/** Opens idle connections of the pool, which a stop has to end. */
async function callSome({ url }: Hosted): Promise<void> {
  const calls = Array.from({ length: 10 }, () => fetch(`${url}/readyz`));
  for (const answer of await Promise.all(calls)) await answer.arrayBuffer();
}

withPostgres(
  'a frozen database holds up no stop beside idle connections and a query (needs PostgreSQL here)',
  async (t) => {
    const { proxy, database } = await startFrozen(t);
    const hosted = await host(t, ['--database', database, ...LIMIT]);
    await callSome(hosted);
    proxy.stopForwarding('kysely_migration');
    const answer = fetch(`${hosted.url}/readyz`).catch(() => undefined);
    await inTime(proxy.stopped, 'nothing is asked');
    t.is(await stop(hosted, 'SIGTERM'), 0);
    await answer;
  },
);

withPostgres('a lock of another session holds up no start for ever, and no stop (needs PostgreSQL here)', async (t) => {
  const { postgres } = await startFrozen(t);
  const first = await host(t, ['--database', postgres.address, ...LIMIT]);
  t.is(await stop(first, 'SIGTERM'), 0);
  const other = new pg.Client(postgres.address);
  await other.connect();
  t.teardown(() => other.end());
  await other.query('begin');
  await other.query('lock table characters, entities in access exclusive mode');

  const waiting = await host(t, ['--database', postgres.address, ...LIMIT]);
  t.is(await stop(waiting, 'SIGTERM'), 0, 'a signal ends it');
  const { code, stderr } = await startProgram(['serve', '--database', postgres.address, ...LIMIT], {
    SVCAPI_PORT: '0',
  }).ended;
  t.is(code, 3, 'without a signal it gives up');
  t.regex(stderr, /svcapi: /);
});

withPostgres(
  'a database that freezes during the first statement holds up no signal (needs PostgreSQL here)',
  async (t) => {
    const { proxy, database } = await startFrozen(t);
    proxy.stopForwarding('current_schema');
    const child = spawnService(['--database', database, ...LIMIT]);
    t.teardown(() => child.kill('SIGKILL'));
    await inTime(proxy.stopped, 'nothing is asked');
    child.kill('SIGTERM');
    t.deepEqual(await inTime(once(child, 'exit'), 'the service lives'), [null, 'SIGTERM']);
  },
);

withPostgres('SIGINT ends changes --follow beside a frozen database (needs PostgreSQL here)', async (t) => {
  const { proxy, postgres, database } = await startFrozen(t);
  t.is(await stop(await host(t, ['--database', postgres.address, ...LIMIT]), 'SIGTERM'), 0);
  proxy.stopForwarding('datacard_changes');
  const { child, ended } = startProgram(['changes', '--follow', '--database', database], { HOME: '/nonexistent' });
  t.teardown(() => child.kill('SIGKILL'));
  await inTime(proxy.stopped, 'nothing is read');
  const begun = performance.now();
  child.kill('SIGINT');
  const { signal, stderr } = await inTime(ended, 'the command lives');
  t.is(signal, 'SIGINT');
  t.regex(stderr, /continue with --after 0/);
  // A query that gets no answer has ten seconds.
  t.true(performance.now() - begun < 5000);
});
