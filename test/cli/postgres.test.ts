import test from 'ava';
import { postgresDatabase, postgresUrl } from '../helpers/database.js';
import { run } from './run.js';

/** What the command line says of databases that are no file. */

const withPostgres = postgresUrl === undefined ? test.skip : test;

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

for (const [title, address, message] of refusals) {
  withPostgres(`${title} is named, with what to do and without the password`, async (t) => {
    const env = { SVCAPI_DATABASE: address };
    for (const argv of [['client', 'list'], ['migrate', '--debug'], ['export'], ['serve', '--port', '0']]) {
      const { code, stdout, stderr } = await run(argv, { env });
      t.is(code, 1);
      t.is(stdout, '');
      t.regex(stderr, /^svcapi: The database postgres:.* is of no use: /);
      t.regex(stderr, message);
      t.false(stderr.includes('hunter2'), stderr);
    }
  });
}

withPostgres('an address with a mistake is not shown', async (t) => {
  const { code, stderr } = await run(['client', 'list'], { env: { SVCAPI_DATABASE: 'postgres://me:hunter2#@db/x' } });
  t.is(code, 2);
  t.is(
    stderr,
    'svcapi: SVCAPI_DATABASE is not valid; give a path, or postgres://USER:PASSWORD@HOST/DATABASE, where %XX stands for a character that has a meaning in an address\n',
  );
});

withPostgres('a database without tables is no empty galaxy, until they are made', async (t) => {
  const env = { SVCAPI_DATABASE: await postgresDatabase(t) };
  const before = await run(['client', 'list'], { env });
  t.is(before.code, 1);
  t.regex(before.stderr, /there is no galaxy in it; make one with svcapi serve or svcapi import/);
  const made = await run(['migrate'], { env });
  t.is(made.stdout, '0001-galaxy\n0002-rate-windows\n');
  t.deepEqual(await run(['migrate'], { env }), { code: 0, stdout: '', stderr: 'The tables are up to date.\n' });
  t.is((await run(['client', 'list'], { env })).code, 0);
});

withPostgres('a backup is PostgreSQL’s own, and says how', async (t) => {
  const { code, stderr } = await run(['backup', 'x'], { env: { SVCAPI_DATABASE: postgresUrl ?? '' } });
  t.is(code, 1);
  t.regex(stderr, /pg_dump --format=custom.*svcapi export/);
});
