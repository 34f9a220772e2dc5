import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { connect } from '../../src/store/sqlite/driver.js';
import { openSqlite } from '../../src/store/sqlite/open.js';
import { UnusableDatabase } from '../../src/store/unusable-database.js';
import { galaxyFile, query } from '../helpers/database.js';
import { temporaryFolder } from '../helpers/folder.js';
import { needs } from '../helpers/needs.js';

const newPath = () => join(temporaryFolder(), 'galaxy.sqlite');

test('a database is made with its folders, for its owner only', async (t) => {
  const path = join(temporaryFolder(), 'deep', 'down', 'galaxy.sqlite');
  const store = await openSqlite({ path });
  t.teardown(() => store.close());
  t.is(statSync(dirname(path)).mode & 0o777, 0o700);
  for (const suffix of ['', '-wal', '-shm']) t.is(statSync(path + suffix).mode & 0o777, 0o600, suffix);
});

// These are seen by the connection alone that has them.
test('a commit waits for the disk, and references are enforced', (t) => {
  const database = connect(newPath());
  t.teardown(() => database.close());
  const pragma = (name: string) => Object.values(database.prepare(`pragma ${name}`).get())[0];
  const FULL = 2;
  t.is(pragma('synchronous'), FULL);
  t.is(pragma('journal_mode'), 'wal');
  t.is(pragma('foreign_keys'), 1);
  t.is(pragma('busy_timeout'), 100);
  t.is(pragma('trusted_schema'), 0);
});

test('every table is strict', async (t) => {
  const tables = await query(await galaxyFile(), "select name, strict from pragma_table_list where type = 'table'");
  const ours = (tables as { name: string; strict: number }[]).filter(({ name }) => !/^(sqlite_|kysely_)/.test(name));
  t.true(ours.length > 14);
  for (const { name, strict } of ours) t.is(strict, 1, name);
});

test('two processes that open a new database at once share it, or one is refused', async (t) => {
  const path = newPath();
  const opened = await Promise.allSettled([openSqlite({ path }), openSqlite({ path })]);
  for (const result of opened) {
    if (result.status === 'fulfilled') await result.value.close();
    else t.regex(String(result.reason), /UnusableDatabase.*another process is writing/);
  }
  const store = await openSqlite({ path, check: true });
  t.true(await store.metadata.isEmpty());
  await store.close();
});

/** Overwrites a part of a file, given as fractions of its length. */
function damage(path: string, from: number, to: number): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, Math.floor(bytes.length * from), Math.floor(bytes.length * to));
  writeFileSync(path, bytes);
}

const useless: [string, (path: string) => void, RegExp][] = [
  ['a text', (path) => writeFileSync(path, 'Dear diary, '.repeat(1000)), /not a SQLite database; choose another/],
  ['a damaged middle', (path) => damage(path, 0.4, 0.6), /damaged; restore a backup \(svcapi backup --help\)/],
  ['a damaged list of tables', (path) => damage(path, 100 / statSync(path).size, 0.01), /damaged; restore a backup/],
  ['a lost half', (path) => truncateSync(path, statSync(path).size / 2), /damaged; restore a backup \(svcapi/],
];

for (const [what, spoil, message] of useless) {
  test(`a file with ${what} is refused with one clear line`, async (t) => {
    const path = await galaxyFile();
    spoil(path);
    const error = await t.throwsAsync(openSqlite({ path, check: true }), { instanceOf: UnusableDatabase, message });
    t.true(error?.message.includes(path));
    t.notRegex(error?.message ?? '', /\n/);
  });
}

test('a check of the whole file finds damage that opening it misses', async (t) => {
  const path = await galaxyFile();
  damage(path, 0.9, 0.92);
  await t.notThrowsAsync(openSqlite({ path }).then((store) => store.close()));
  await t.throwsAsync(openSqlite({ path, check: true }), { instanceOf: UnusableDatabase, message: /damaged/ });
});

test('a path below a file, or that is a folder, is refused with one clear line', async (t) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  const refused = { instanceOf: UnusableDatabase, message: /cannot open the database .*; name a file in a folder/ };
  for (const name of ['galaxy.sqlite', 'a/b/galaxy.sqlite'])
    await t.throwsAsync(openSqlite({ path: join(folder, 'file', name) }), refused);
  await t.throwsAsync(openSqlite({ path: folder }), refused);
});

const notRoot = needs('a user other than root', process.getuid?.() !== 0);

notRoot('a folder that cannot be written to is refused (needs a user who is not root)', async (t) => {
  const folder = join(temporaryFolder(), 'locked');
  mkdirSync(folder, { mode: 0o500 });
  const path = join(folder, 'galaxy.sqlite');
  await t.throwsAsync(openSqlite({ path }), { instanceOf: UnusableDatabase, message: /permission denied/ });
});

test('a command that closes its database empties the log, also beside a server', async (t) => {
  const path = await galaxyFile();
  const logSize = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const useOnce = async (value: string) => {
    const store = await openSqlite({ path });
    await store.metadata.set('written', value);
    t.true(logSize() > 0);
    await store.close();
    t.is(logSize(), 0);
  };
  await useOnce('first');
  const server = await openSqlite({ path, lock: true });
  await useOnce('second');
  t.is(await server.metadata.get('written'), 'second');
  await server.metadata.set('written', 'third');
  await server.close();
  t.is(logSize(), 0);
  // A command that took the lock of the server to look for one would refuse a server that starts in that moment.
  writeFileSync(`${path}.lock`, 'This is no lock. '.repeat(100));
  await useOnce('fourth');
});
