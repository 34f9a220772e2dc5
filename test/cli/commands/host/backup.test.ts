import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import test from 'ava';
import { DatabaseSync } from '../../../../src/store/sqlite/driver.js';
import { openSqlite } from '../../../../src/store/sqlite/open.js';
import { refuses, run, temporaryFolder, withGalaxyFile } from '../../../helpers/cli/run.js';
import { onSmallDisk, smallDisk } from '../../../helpers/cli/small-disk.js';
import { alterFile } from '../../../helpers/database.js';
import { NOW } from '../../../helpers/galaxy.js';
import { until } from '../../../helpers/until.js';

const REPLACE_FILE = new URL('../../../../src/cli/replace-file.js', import.meta.url).href;

/** Everything in a database, read without the store. */
function contentsOf(path: string): Record<string, unknown[]> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
      .all() as { name: string }[];
    return Object.fromEntries(
      tables.map(({ name }) => [name, database.prepare(`select * from ${name} order by 1, 2`).all()]),
    );
  } finally {
    database.close();
  }
}

/** The same as a text: thousands of rows are compared at once. */
const textOf = (path: string) => JSON.stringify(contentsOf(path));

test('backup copies everything into a file for its owner only, and replaces one only with --force', async (t) => {
  const { path, run } = await withGalaxyFile();
  const folder = await temporaryFolder(t);
  const copy = join(folder, 'copy.db');
  const isWhole = async () => {
    t.is((await stat(copy)).mode & 0o777, 0o600);
    t.deepEqual(await readdir(folder), ['copy.db']);
    t.is(textOf(copy), textOf(path));
  };
  const { code, stdout, stderr } = await run(['backup', 'copy.db'], { cwd: folder });
  t.deepEqual([code, stdout], [0, '']);
  await isWhole();
  const megabytes = ((await stat(copy)).size / 1e6).toFixed(1);
  t.is(stderr, `Copied ${path} to copy.db: ${megabytes} MB, checked. To restore it: svcapi backup --help.\n`);
  const help = (await run(['backup', '--help'])).stdout.replaceAll(/\s+/g, ' ');
  t.regex(help, /To restore a backup: stop the service/);
  await writeFile(copy, 'precious', { mode: 0o644 });
  const again = run(['backup', 'copy.db'], { cwd: folder });
  await refuses(t, again, 1, /copy\.db exists already; name another file, or replace it with --force\n$/);
  t.is(await readFile(copy, 'utf8'), 'precious');
  t.is((await run(['backup', 'copy.db', '--force'], { cwd: folder })).code, 0);
  await isWhole();
  t.is((await run(['token', 'list', '--database', copy])).code, 0, 'it can be used');
});

test('a backup beside the log of the earlier file is refused, and nothing of it is replayed', async (t) => {
  const galaxy = await withGalaxyFile();
  const folder = await temporaryFolder(t);
  const path = join(folder, 'galaxy.db');
  await galaxy.run(['backup', path]);
  const database = new DatabaseSync(galaxy.path);
  database.exec("update entities set name = 'Renamed' where uid = '1:1'");
  await copyFile(`${galaxy.path}-wal`, `${path}-wal`);
  database.close();
  const before = await readFile(path);

  const run = (...argv: string[]) => galaxy.run([...argv, '--database', path], { now: Math.floor(Date.now() / 1000) });
  const refusal = `${path}-wal does not belong to the database ${path}`;
  const doctor = await run('doctor', '--port', '0');
  t.is(doctor.code, 1);
  t.true(doctor.stdout.includes(`database\tproblem\t${refusal}`), doctor.stdout);
  for (const argv of [['token', 'list'], ['migrate'], ['serve', '--port', '0'], ['backup', join(folder, 'other.db')]]) {
    const { code, stderr } = await run(...argv);
    t.is(code, 1, argv.join(' '));
    t.true(stderr.includes(refusal) && stderr.includes(`remove ${path}-wal and ${path}-shm`), stderr);
  }
  t.true(before.equals(await readFile(path)));

  await rm(`${path}-wal`);
  const { code, stdout } = await run('doctor', '--port', '0');
  t.is(code, 0, stdout);
  t.true(before.equals(await readFile(path)), 'doctor writes nothing');
  t.false(textOf(path).includes('Renamed'));
});

test('doctor does not write the log of a crashed server into the database', async (t) => {
  const { path, run } = await withGalaxyFile();
  const folder = await temporaryFolder(t);
  const database = new DatabaseSync(path);
  database.exec("update entities set name = 'Renamed' where uid = '1:1'");
  await copyFile(path, join(folder, 'crashed.db'));
  await copyFile(`${path}-wal`, join(folder, 'crashed.db-wal'));
  database.close();
  const before = await readFile(join(folder, 'crashed.db'));
  const { stdout } = await run(['doctor', '--port', '0', '--database', join(folder, 'crashed.db')]);
  t.regex(stdout, /^damage\tok/m);
  t.true(before.equals(await readFile(join(folder, 'crashed.db'))));
  t.true((await stat(join(folder, 'crashed.db-wal'))).size > 0);
});

test('a backup removes the temporary files of killed ones, whatever their names were, and no others', async (t) => {
  const { run } = await withGalaxyFile();
  const folder = await temporaryFolder(t);
  const script = `const { replaceFile } = await import(${JSON.stringify(REPLACE_FILE)});
    setInterval(() => {}, 1000);
    await replaceFile('copy.db', () => new Promise(() => {}));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, stdio: 'ignore' });
  t.teardown(() => child.kill('SIGKILL'));
  await until(async () => (await readdir(folder)).length > 0, { what: 'there is a temporary file' });
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const [left = ''] = await readdir(folder);
  const ownPid = left.replace(/-\d+-/, `-${process.pid}-`);
  const others = [ownPid, '.copy.db.notes', left.slice(1)];
  for (const name of [`${left}-journal`, ...others]) await writeFile(join(folder, name), '');
  t.is((await run(['backup', 'next.db'], { cwd: folder })).code, 0);
  t.deepEqual((await readdir(folder)).sort(), [...others, 'next.db'].sort());
});

test('a backup holds what was committed, while another writes and has not ended', async (t) => {
  const { path, run } = await withGalaxyFile();
  const folder = await temporaryFolder(t);
  const store = await openSqlite({ path });
  await store.clients.create({ id: 'committed', name: 'C' }, NOW);
  const writer = new DatabaseSync(path);
  writer.exec("begin immediate; insert into clients (id, name, created_at) values ('half-way', 'H', 1)");
  const { code, stderr } = await run(['backup', 'copy.db'], { cwd: folder });
  writer.exec('rollback');
  writer.close();
  await store.close();
  t.is(code, 0, stderr);
  const ids = (contentsOf(join(folder, 'copy.db')).clients as { id: string }[]).map(({ id }) => id);
  t.true(ids.includes('committed'));
  t.false(ids.includes('half-way'));
});

test('a backup changes nothing of a database of an older version', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'old.db');
  alterFile(
    path,
    'create table kysely_migration (name text, timestamp text); create table lore as select 1 as a, 2 as b',
  );
  const before = textOf(path);
  t.is((await run(['backup', 'copy.db', '--database', path], { cwd: folder })).code, 0);
  t.deepEqual([textOf(path), textOf(join(folder, 'copy.db'))], [before, before]);
});

test('each thing that stands in the way is named, with what to do, and nothing is left', async (t) => {
  const { path, run } = await withGalaxyFile();
  const folder = await temporaryFolder(t);
  const other = await openSqlite({ path: join(folder, 'other.db') });
  await other.clients.create({ id: 'a', name: 'A' }, NOW);
  await symlink(path, join(folder, 'link.db'));
  await writeFile(join(folder, 'notes.txt'), 'These are notes. '.repeat(100));
  const before = (await readdir(folder)).sort();
  const filled = (text: string) => text.replaceAll('HERE', folder).replace('ITSELF', path);
  for (const [line, message] of [
    [
      'missing/copy.db',
      'cannot write to HERE/missing/copy.db: the folder HERE/missing does not exist; create it first',
    ],
    ['ITSELF --force', 'ITSELF is the database itself; name another file'],
    ['link.db --force', 'HERE/link.db is the database itself; name another file'],
    ['other.db --force', 'HERE/other.db is a database in use, since HERE/other.db-wal exists; name another file'],
    ['/dev/null --force', '/dev/null is not a regular file; name another one'],
    ['copy.db --database galxy.db', 'there is no database HERE/galxy.db to copy; name another with --database'],
    ['copy.db --database :memory:', 'there is no database :memory: to copy; name another with --database'],
    [
      'copy.db --database notes.txt',
      'there is no new backup: HERE/notes.txt is not a SQLite database; choose another --database',
    ],
  ] as const) {
    await refuses(t, run(['backup', ...filled(line).split(' ')], { cwd: folder }), 1, filled(message));
  }
  t.deepEqual((await readdir(folder)).sort(), before);
  t.true(contentsOf(path).clients !== undefined);
  t.is((await other.clients.list()).length, 1);
  await other.close();
});

test('neither a damaged database nor a copy that does not pass the check replaces the backup that is there', async (t) => {
  const { path, run } = await withGalaxyFile();
  const folder = await temporaryFolder(t);
  await run(['backup', join(folder, 'copy.db')]);
  const good = await readFile(join(folder, 'copy.db'));
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0xa5, 4096 * 3, 4096 * 20));
  const odd = join(folder, 'odd.db');
  alterFile(odd, 'create table lore (a integer check (a > 0))');
  alterFile(odd, 'pragma ignore_check_constraints = on; insert into lore values (-1)');
  const failed = `the copy of ${odd} is damaged \\(CHECK constraint failed in lore\\); check the database with svcapi doctor\n$`;
  for (const [from, reason] of [
    [path, '.* is damaged'],
    [odd, failed],
  ] as const) {
    const ran = run(['backup', 'copy.db', '--force', '--database', from], { cwd: folder });
    await refuses(t, ran, 1, new RegExp(`^svcapi: there is no new backup: ${reason}`));
    t.true((await readFile(join(folder, 'copy.db'))).equals(good));
    t.deepEqual(await readdir(folder), ['copy.db', 'odd.db']);
  }
});

onSmallDisk('a full disk is named, and leaves nothing', async (t) => {
  const disk = smallDisk(t);
  const { path, run } = await withGalaxyFile();
  // SQLite writes before the end, and keeps a journal beside the copy, when its cache is too small.
  alterFile(
    path,
    'create table ballast as with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000) ' +
      'select randomblob(1000) from n',
  );
  const full = run(['backup', join(disk, 'copy.db')]);
  await refuses(t, full, 1, 'there is no new backup: the disk is full; free some space, or choose another disk');
  t.deepEqual(await readdir(disk), []);
});
