import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { DatabaseSync } from '../../../../src/store/sqlite/driver.js';
import { temporaryFolder, withGalaxyFile } from '../../../helpers/cli/run.js';
import { makeOlder } from '../../../helpers/database.js';
import { form, startServer } from '../../../helpers/server.js';

test('migrate prints what it applied, and the second time nothing', async (t) => {
  const { path, run } = await withGalaxyFile();
  makeOlder(path);
  t.deepEqual(await run(['migrate']), {
    code: 0,
    stdout: '0001-schema\n',
    stderr: `Migrated the tables of ${path}.\n`,
  });
  t.deepEqual(await run(['migrate']), { code: 0, stdout: '', stderr: `The tables of ${path} were up to date.\n` });
});

test('import migrates an older database, and says so', async (t) => {
  const { path, run } = await withGalaxyFile();
  makeOlder(path);
  const { code, stderr } = await run(['import', '-'], {
    stdin: [Buffer.from('{"kind":"faction","uid":"20:99","name":"Late"}\n')],
  });
  t.is(code, 0);
  t.is(stderr, `Migrated the database ${path}: applied 0001-schema\n`);
});

const commands = [
  'client list',
  'client create bot --public',
  'token revoke x',
  'blacklist remove 192.0.2.7',
  'export',
].map((line) => line.split(' '));

test('a database that is missing, older or of something else is refused, and neither made nor migrated', async (t) => {
  const { path, run } = await withGalaxyFile();
  makeOlder(path);
  const folder = await temporaryFolder(t);
  const [missing, other] = [join(folder, 'galxy.db'), join(folder, 'other.db')];
  const database = new DatabaseSync(other);
  database.exec('create table other (a)');
  database.close();
  const make = 'one with svcapi serve or svcapi import, or';
  for (const [at, message] of [
    [missing, `there is no database ${missing}; make ${make} name another with --database`],
    [other, `the database ${other} has no galaxy; create ${make} choose another --database`],
    [
      path,
      `the tables of the database ${path} are older than this version of svcapi (0001-schema missing); make a backup, then run svcapi migrate`,
    ],
  ] as const) {
    for (const argv of at === path ? commands : [['migrate'], ...commands]) {
      const ran = await run([...argv, '--database', at]);
      t.deepEqual(ran, { code: 1, stdout: '', stderr: `svcapi: ${message}\n` }, argv.join(' '));
    }
  }
  t.false(readdirSync(folder).includes('galxy.db'));
  t.is((await run(['migrate'])).stdout, '0001-schema\n', 'it is as old as before');
});

test('a database that somebody else is writing to is not waited for without end', async (t) => {
  const { path, run } = await withGalaxyFile();
  const database = new DatabaseSync(path);
  database.exec('begin immediate');
  const { code, stderr } = await run(['client', 'create', 'bot', '--public']);
  database.exec('rollback');
  database.close();
  t.is(code, 1);
  t.regex(stderr, /another process is writing to the database .*; try again when it has finished/);
});

test('an older release serves on tables that a newer one has extended', async (t) => {
  const database = join(await temporaryFolder(t), 'galaxy.db');
  const server = await startServer({ database });
  t.teardown(() => server.close());
  const newer = new DatabaseSync(database);
  newer.exec(`
    alter table datacard_changes add column later text;
    create table later (id integer primary key) strict;
    insert into kysely_migration values ('9999-later', '');
  `);
  newer.close();
  t.is((await fetch(new URL('/readyz', server.url))).status, 200);
  t.is((await server.call('/datacard/14:1', form({ production_entity_uid: '4:1', uses: 1 }))).status, 200);
  t.is((await server.call('/datacard/14:1')).status, 200);
});

test('no migration after the first removes anything', (t) => {
  const folder = new URL('../../../../../src/store/migrations/', import.meta.url);
  const migrations = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  const later = migrations.filter((name) => !name.startsWith('0001-'));
  t.is(migrations.length - later.length, 1);
  const removes = /drop (table|column|index|constraint|trigger)|rename /i;
  t.deepEqual(
    later.filter((name) => removes.test(readFileSync(new URL(name, folder), 'utf8'))),
    [],
  );
});
