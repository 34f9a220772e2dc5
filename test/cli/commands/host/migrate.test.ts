import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import test from 'ava';
import { run, temporaryFolder, withGalaxyFile } from '../../../helpers/cli/run.js';

test('migrate says what it applied, and the second time nothing', async (t) => {
  const path = join(await temporaryFolder(t), 'empty.db');
  await writeFile(path, '');
  const first = await run(['migrate', '--database', path]);
  t.is(first.code, 0);
  t.regex(first.stdout, /^0001-galaxy\n/);
  t.is(first.stderr, 'The tables are now up to date.\n');
  t.deepEqual(await run(['migrate', '--database', path]), {
    code: 0,
    stdout: '',
    stderr: 'The tables are up to date.\n',
  });
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
  t.regex(stderr, /^svcapi: cannot open the database .*; check the path and its permissions\n$/);
});

test('a database of a newer version is refused', async (t) => {
  const { path, run } = await withGalaxyFile(t);
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
  const { path, run } = await withGalaxyFile(t);
  const database = new DatabaseSync(path);
  database.exec('begin immediate');
  const { code, stderr } = await run(['client', 'create', 'bot']);
  database.exec('rollback');
  database.close();
  t.is(code, 1);
  t.regex(stderr, /another process is writing to the database .*; try again when it has finished/);
});
