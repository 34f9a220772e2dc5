import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openPipe } from '../../../helpers/cli/pipe.js';
import { startProgram } from '../../../helpers/cli/program.js';
import { temporaryFolder } from '../../../helpers/cli/run.js';
import { onSmallDisk, smallDisk } from '../../../helpers/cli/small-disk.js';
import { openTestStore, postgresUrl, query } from '../../../helpers/database.js';
import { needs } from '../../../helpers/needs.js';
import { hasPostgres, startPostgres } from '../../../helpers/servers/postgres-server.js';
import { until } from '../../../helpers/until.js';
import { factions, lines } from '../../../transfer/galaxy.js';

/** Imports while PostgreSQL is away, full or in use by another one. */

needs('PostgreSQL', hasPostgres)('a pipe waits while PostgreSQL is stopped or crashes, and goes on', async (t) => {
  const postgres = await startPostgres(t);
  const pipe = openPipe(postgres.address, [], { sleep: (milliseconds) => setTimeout(milliseconds / 20) });
  const [first = {}, ...others] = factions(3);
  pipe.send(first);
  await pipe.prints('1');
  for (const [index, mode] of (['fast', 'immediate'] as const).entries()) {
    await postgres.stop(mode);
    pipe.send(others[index] ?? {});
    const away = () => pipe.stderr.text.split('The database is unavailable').length === index + 2;
    await until(away, { what: 'it says that the database is away' });
    await postgres.start();
    await pipe.prints(String(index + 2));
  }
  t.is(await pipe.close(), 0);
  t.is(pipe.stderr.text.split('The database is back').length, 3);
  const store = await openTestStore(postgres.address);
  t.like(await store.entities.find('20:3'), { name: 'F3' });
  await store.close();
});

const onOwnServer = hasPostgres ? onSmallDisk : needs('PostgreSQL', false);

onOwnServer('a full disk of PostgreSQL is named, and nothing was kept', async (t) => {
  // A checkpoint that finds the disk full fails for the whole server, and with it the tests that drop a database then.
  const { address: url } = await startPostgres(t);
  const disk = smallDisk(t, '24m');
  t.is(spawnSync('chown', ['postgres', disk]).status, 0);
  await query(url, `create tablespace small location '${disk}'`);
  await query(url, 'create database galaxy tablespace small');
  // The copy takes its room on the disk when it is written.
  await query(url, 'checkpoint');
  const address = Object.assign(new URL(url), { pathname: 'galaxy' }).href;
  const file = join(await temporaryFolder(t), 'dump.ndjson');
  const load = async (count: number) => {
    await writeFile(file, lines(...factions(count)));
    return startProgram(['import', file], { SVCAPI_DATABASE: address }).ended;
  };
  t.is((await load(10)).code, 0);
  const { code, stderr } = await load(100_000);
  t.is(code, 3);
  t.regex(
    stderr,
    /^svcapi: cannot use the database postgres:\S+: its disk is full; free some space on the server\. It is unknown whether the records were kept: run the same command again, which adds what is missing$/m,
  );
  t.is(((await query(address, 'select 1 from entities')) as unknown[]).length, 10);
});

needs('SVCAPI_TEST_POSTGRES_URL', postgresUrl !== undefined)(
  'a signal ends an import that waits for another one',
  async (t) => {
    // A database of its own: the locks of others are not seen in it.
    const name = `svcapi_wait_${randomBytes(6).toString('hex')}`;
    await query(postgresUrl ?? '', `create database ${name}`);
    t.teardown(() => query(postgresUrl ?? '', `drop database ${name} with (force)`));
    const database = Object.assign(new URL(postgresUrl ?? ''), { pathname: `/${name}` }).href;
    const file = join(await temporaryFolder(t), 'galaxy.ndjson');
    await writeFile(file, lines(...factions(1)));
    const env = { SVCAPI_DATABASE: database, HOME: '/nonexistent' };
    t.is((await startProgram(['import', file], env).ended).code, 0);

    const other = new pg.Client({ connectionString: database });
    await other.connect();
    t.teardown(() => other.end());
    await other.query("select pg_advisory_lock(hashtextextended('bulk load', 0))");
    const { child, ended } = startProgram(['import', file], env);
    let said = '';
    child.stderr.on('data', (text) => (said += text));
    await until(() => said.includes('Another import is running'), { what: 'it waits' });
    child.kill('SIGTERM');
    const { signal, stderr } = await ended;
    t.is(signal, 'SIGTERM');
    t.regex(stderr, /interrupted by SIGTERM: nothing was kept; run the same command again/);
  },
);
