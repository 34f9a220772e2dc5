import pg from 'pg';
import { host, stop } from '../../helpers/cli/hosted.js';
import { startProgram } from '../../helpers/cli/program.js';
import { needs } from '../../helpers/needs.js';
import { hasPostgres, startPostgres } from '../../helpers/servers/postgres-server.js';
import { startStoppingProxy } from '../../helpers/stopping-proxy.js';
import { inTime, LONG } from '../../helpers/until.js';

/** Programs end while PostgreSQL stands still. The trial `stops` stops services whose PostgreSQL stands still at any moment. */

const withPostgres = needs('PostgreSQL', hasPostgres);

const LIMIT = ['--shutdown-timeout', '1s'];

withPostgres('a lock of another session holds up no start for ever, and no stop (needs PostgreSQL here)', async (t) => {
  t.timeout(LONG);
  const { address } = await startPostgres(t);
  t.is(await stop(await host(t, ['--database', address, ...LIMIT]), 'SIGTERM'), 0);
  const other = new pg.Client(address);
  await other.connect();
  t.teardown(() => other.end());
  await other.query('begin');
  await other.query('lock table characters, entities in access exclusive mode');

  const waiting = await host(t, ['--database', address, ...LIMIT]);
  t.is(await stop(waiting, 'SIGTERM'), 0, 'a signal ends it');
  const argv = ['serve', '--database', address, ...LIMIT];
  const { code, stderr } = await startProgram(argv, { SVCAPI_PORT: '0' }).ended;
  t.is(code, 3, 'without a signal it gives up');
  t.regex(stderr, /svcapi: /);
});

withPostgres('SIGINT ends changes --follow beside a frozen database (needs PostgreSQL here)', async (t) => {
  const direct = new URL((await startPostgres(t)).address);
  t.is(await stop(await host(t, ['--database', direct.href, ...LIMIT]), 'SIGTERM'), 0);
  const proxy = await startStoppingProxy(t, { host: direct.hostname, port: Number(direct.port) });
  proxy.stopForwarding('datacard_changes');
  const database = Object.assign(new URL(direct), { port: String(proxy.port) }).href;
  const { child, ended } = startProgram(['changes', '--follow', '--database', database], { HOME: '/nonexistent' });
  t.teardown(() => child.kill('SIGKILL'));
  await inTime(proxy.stopped, 'nothing is read');
  child.kill('SIGINT');
  const { signal, stderr } = await inTime(ended, 'the command lives');
  // A query that gets no answer for ten seconds is reported.
  t.deepEqual([signal, stderr], ['SIGINT', 'svcapi: interrupted by SIGINT: continue with --after 0\n']);
});
