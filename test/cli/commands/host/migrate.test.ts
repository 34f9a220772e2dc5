import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { DatabaseSync } from '../../../../src/store/sqlite/driver.js';
import { Kept, refuses, temporaryFolder, withGalaxyFile } from '../../../helpers/cli/run.js';
import { alterFile, makeOlder } from '../../../helpers/database.js';

test('migrate prints what it applied, and the second time nothing; import migrates, too, and says so', async (t) => {
  const { path, run } = await withGalaxyFile();
  makeOlder(path);
  const said = `Migrated the tables of ${path}.\n`;
  t.deepEqual(await run(['migrate']), { code: 0, stdout: '0001-schema\n', stderr: said });
  t.deepEqual(await run(['migrate']), { code: 0, stdout: '', stderr: `The tables of ${path} were up to date.\n` });
  makeOlder(path);
  const stdin = [Buffer.from('{"kind":"faction","uid":"20:99","name":"Late"}\n')];
  const { code, stderr } = await run(['import', '-'], { stdin });
  t.deepEqual([code, stderr], [0, `Migrated the database ${path}: applied 0001-schema\n`]);
  makeOlder(path);
  const screen = new Kept(500);
  const around = { stdout: screen, stderr: screen, stdin: [...stdin, Buffer.from('x\n')] };
  for (const line of ['migrate', 'import --keep-going -']) await run(line.split(' '), around);
  t.regex(screen.text, /^0001-schema\nMigrated .*\nsvcapi: .*\nfaction\t.*\nsvcapi: 1 line was refused/);
});

const lines = ['client list', 'client create bot --public', 'token revoke x', 'blacklist remove 192.0.2.7', 'export'];

test('a database that is missing, older or of something else is refused, and neither made nor migrated', async (t) => {
  const { path, run } = await withGalaxyFile();
  makeOlder(path);
  const folder = await temporaryFolder(t);
  const [missing, other] = [join(folder, 'galxy.db'), join(folder, 'other.db')];
  alterFile(other, 'create table other (a)');
  const make = 'one with svcapi serve or svcapi import, or';
  const older = `the tables of the database ${path} are older than this version of svcapi (0001-schema missing)`;
  for (const [at, message] of [
    [missing, `there is no database ${missing}; make ${make} name another with --database`],
    [other, `the database ${other} has no galaxy; create ${make} choose another --database`],
    [path, `${older}; make a backup, then run svcapi migrate`],
  ] as const) {
    for (const line of at === path ? lines : ['migrate', ...lines]) {
      await refuses(t, run([...line.split(' '), '--database', at]), 1, message, line);
    }
  }
  t.false(readdirSync(folder).includes('galxy.db'));
  t.is((await run(['migrate'])).stdout, '0001-schema\n', 'it is as old as before');
});

test('a database that somebody else is writing to is not waited for without end', async (t) => {
  const { path, run } = await withGalaxyFile();
  const database = new DatabaseSync(path);
  database.exec('begin immediate');
  const busy = /another process is writing to the database .*; try again when it has finished/;
  await refuses(t, run(['client', 'create', 'bot', '--public']), 1, busy);
  database.exec('rollback');
  database.close();
});

test('no migration after the first removes anything', (t) => {
  const folder = new URL('../../../../../src/store/migrations/', import.meta.url);
  const migrations = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  const later = migrations.filter((name) => !name.startsWith('0001-'));
  t.is(migrations.length - later.length, 1);
  const removes = /drop (table|column|index|constraint|trigger)|rename /i;
  t.false(later.some((name) => removes.test(readFileSync(new URL(name, folder), 'utf8'))));
});
