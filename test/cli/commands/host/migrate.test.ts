import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { DatabaseSync } from '../../../../src/store/sqlite/driver.js';
import { run, temporaryFolder, withGalaxyFile } from '../../../helpers/cli/run.js';
import { makeOlder } from '../../../helpers/database.js';

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
  ['migrate'],
  ['client', 'list'],
  ['client', 'create', 'bot'],
  ['client', 'revoke', 'bot'],
  ['token', 'list'],
  ['token', 'create', '--client', 'bot', '--character', '1:1', '--permission', 'character_read'],
  ['token', 'revoke', 'x'],
  ['blacklist', 'list'],
  ['blacklist', 'add', '192.0.2.7'],
  ['blacklist', 'remove', '192.0.2.7'],
];

for (const argv of commands) {
  test(`a database that is not there is not made: ${argv.join(' ')}`, async (t) => {
    const folder = await temporaryFolder(t);
    const { code, stdout, stderr } = await run([...argv, '--database', 'galxy.db'], { cwd: folder });
    t.is(code, 1);
    t.is(stdout, '');
    const path = join(folder, 'galxy.db');
    t.is(
      stderr,
      `svcapi: there is no database ${path}; make one with svcapi serve or svcapi import, or name another with --database\n`,
    );
    t.false(existsSync(path));
  });
}

const notMigrate = [...commands.filter(([name]) => name !== 'migrate'), ['export']];

for (const argv of notMigrate) {
  test(`an older database is refused and not migrated: ${argv.join(' ')}`, async (t) => {
    const { path, run } = await withGalaxyFile();
    makeOlder(path);
    const { code, stdout, stderr } = await run(argv);
    t.is(code, 1);
    t.is(stdout, '');
    t.is(
      stderr,
      `svcapi: the tables of the database ${path} are older than this version of svcapi (0001-schema missing); ` +
        'make a backup, then run svcapi migrate\n',
    );
    t.is((await run(['migrate'])).stdout, '0001-schema\n', 'it is as old as before');
  });
}

test('a SQLite file without a galaxy is refused', async (t) => {
  const path = join(await temporaryFolder(t), 'other.db');
  const database = new DatabaseSync(path);
  database.exec('create table other (a)');
  database.close();
  for (const argv of [['client', 'list'], ['migrate']]) {
    const { code, stderr } = await run([...argv, '--database', path]);
    t.is(code, 1);
    t.is(
      stderr,
      `svcapi: the database ${path} has no galaxy; create one with svcapi serve or svcapi import, or choose another --database\n`,
    );
  }
});

test('a file that is no database is named, with what to do', async (t) => {
  const path = join(await temporaryFolder(t), 'notes.txt');
  await writeFile(path, 'This is not a database. '.repeat(100));
  const { code, stderr } = await run(['client', 'list', '--database', path]);
  t.is(code, 1);
  t.is(stderr, `svcapi: ${path} is not a SQLite database; choose another --database\n`);
});

test('a folder is no database', async (t) => {
  const path = join(await temporaryFolder(t), 'folder');
  await mkdir(path);
  const { code, stderr } = await run(['client', 'list', '--database', path]);
  t.is(code, 1);
  t.regex(stderr, /^svcapi: the database .* is a folder; name a file in it with --database\n$/);
});

test('a database of a newer version is refused', async (t) => {
  const { path, run } = await withGalaxyFile();
  const database = new DatabaseSync(path);
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '')");
  database.close();
  const { code, stderr } = await run(['migrate']);
  t.is(code, 1);
  t.regex(
    stderr,
    /^svcapi: the database was written by a newer version of svcapi \(it has 9999-future\); install that version/,
  );
});

test('a database that somebody else is writing to is not waited for without end', async (t) => {
  const { path, run } = await withGalaxyFile();
  const database = new DatabaseSync(path);
  database.exec('begin immediate');
  const { code, stderr } = await run(['client', 'create', 'bot']);
  database.exec('rollback');
  database.close();
  t.is(code, 1);
  t.regex(stderr, /another process is writing to the database .*; try again when it has finished/);
});
