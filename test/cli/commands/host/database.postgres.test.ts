import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { refuses, run, temporaryFolder } from '../../../helpers/cli/run.js';
import { openTestStore, postgresDatabase, postgresUrl, query } from '../../../helpers/database.js';
import { loadGalaxy } from '../../../helpers/galaxy.js';
import { needs } from '../../../helpers/needs.js';

/** What the command line says of databases that are no file. */

const withPostgres = needs('SVCAPI_TEST_POSTGRES_URL', postgresUrl !== undefined);

/** The address of the test database with some of it changed. */
function changed(parts: Partial<URL>): string {
  return Object.assign(new URL(postgresUrl ?? 'postgres://x'), { password: 'hunter2', ...parts }).href;
}

const refusals: [title: string, address: string, message: RegExp][] = [
  ['a port where nothing listens', changed({ port: '1' }), /nothing listens there; start PostgreSQL/],
  ['a host that is unknown', changed({ host: 'db.invalid' }), /no host of that name|cannot be looked up now/],
  ['a database that is not there', changed({ pathname: '/no_such_db' }), /no such database; make it with createdb/],
  ['a socket that is not there', 'postgres:///x?host=/nowhere&password=hunter2', /there is no such socket or file/],
  ['a schema that is not there', changed({ search: '?options=-c%20search_path%3Dnowhere' }), /names no schema/],
];

withPostgres('a database that cannot be used is named, with what to do and without the password', async (t) => {
  for (const [title, address, message] of refusals) {
    for (const argv of [['client', 'list'], ['migrate', '--debug'], ['export'], ['serve', '--port', '0']]) {
      const { code, stdout, stderr } = await run(argv, { env: { SVCAPI_DATABASE: address } });
      t.deepEqual([code, stdout], [1, ''], title);
      t.regex(stderr, /^svcapi: cannot use the database postgres:.*: /);
      t.regex(stderr, message);
      t.false(stderr.includes('hunter2'), stderr);
    }
  }
});

withPostgres('a database without tables is no empty galaxy, until they are made', async (t) => {
  const env = { SVCAPI_DATABASE: await postgresDatabase(t) };
  const none = /^svcapi: the database postgres:.* has no galaxy; create one with svcapi serve or svcapi import/;
  await refuses(t, run(['client', 'list'], { env }), 1, none);
  const made = await run(['migrate'], { env });
  t.is(made.stdout, '0001-schema\n');
  t.like(await run(['migrate'], { env }), { code: 0, stdout: '' });
  t.is((await run(['client', 'list'], { env })).code, 0);
});

withPostgres('a backup is PostgreSQL’s own, and says how', async (t) => {
  const ran = run(['backup', 'x'], { env: { SVCAPI_DATABASE: postgresUrl ?? '' } });
  await refuses(t, ran, 1, /pg_dump --format=custom.*svcapi export/);
});

const canDump = postgresUrl !== undefined && spawnSync('pg_dump', ['--version']).status === 0;

needs('pg_dump', canDump)('what pg_dump has kept is the whole service when pg_restore brings it back', async (t) => {
  const name = `svcapi_restore_${randomBytes(6).toString('hex')}`;
  const address = changed({ pathname: `/${name}`, password: new URL(postgresUrl ?? '').password });
  await query(postgresUrl ?? '', `create database ${name}`);
  t.teardown(() => query(postgresUrl ?? '', `drop database ${name} with (force)`));
  const store = await openTestStore(address);
  await loadGalaxy(store);
  await store.close();
  const env = { SVCAPI_DATABASE: address };
  const { stdout: before } = await run(['export'], { env });

  const dump = join(await temporaryFolder(t), 'svcapi.dump');
  t.is(spawnSync('pg_dump', ['--format=custom', `--file=${dump}`, address]).status, 0);
  t.is((await run(['client', 'revoke', 'console'], { env })).code, 0);
  t.not((await run(['export'], { env })).stdout, before);
  const restored = spawnSync('pg_restore', [`--dbname=${address}`, '--clean', '--if-exists', dump]);
  t.is(restored.status, 0, String(restored.stderr));
  t.is((await run(['export'], { env })).stdout, before);
});

withPostgres('a database that is not UTF8 is refused by migrate and serve, and doctor names it', async (t) => {
  const name = `svcapi_ascii_${randomBytes(6).toString('hex')}`;
  const locale = "template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'";
  await query(postgresUrl ?? '', `create database ${name} ${locale}`);
  t.teardown(() => query(postgresUrl ?? '', `drop database ${name} with (force)`));
  const env = { SVCAPI_DATABASE: changed({ pathname: `/${name}`, password: '' }) };
  const ascii = /its encoding is SQL_ASCII, which cannot store most names; create one with encoding 'UTF8'/;
  for (const argv of [['migrate'], ['serve', '--port', '0'], ['client', 'list']]) {
    await refuses(t, run(argv, { env }), 1, ascii, argv.join(' '));
  }
  const { code, stdout } = await run(['doctor', '--port', '0'], { env, now: Math.floor(Date.now() / 1000) });
  const found = "SQL_ASCII, which cannot store most names\tcreate a database with encoding 'UTF8'";
  t.deepEqual([code, stdout.includes(`\nencoding\tproblem\t${found}`)], [1, true], stdout);
});
