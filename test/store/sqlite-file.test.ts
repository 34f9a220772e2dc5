import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Failure } from '../../src/domain/failure.js';
import { watchFile } from '../../src/store/sqlite/driver.js';
import { tryLock } from '../../src/store/sqlite/locks.js';
import { openSqlite, type SqliteOptions } from '../../src/store/sqlite/open.js';
import type { Store } from '../../src/store/store.js';
import { UnusableDatabase } from '../../src/store/unusable-database.js';
import { onSmallDisk, resizeDisk, smallDisk } from '../helpers/cli/small-disk.js';
import { temporaryFolder } from '../helpers/folder.js';

/** The file of an embedded database: its loss, its lock, and the refusal of an empty one. */

async function open(t: ExecutionContext, path: string, options: Partial<SqliteOptions> = {}): Promise<Store> {
  const store = await openSqlite({ path, ...options });
  t.teardown(() => store.close().catch(() => {}));
  return store;
}

const write = (store: Store) => store.transaction((within) => within.metadata.set('written', 'yes'));

const losses: [what: string, lose: (path: string) => void][] = [
  ['deleted', (path) => rmSync(path)],
  [
    'replaced by a copy of itself',
    (path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
];

for (const [what, lose] of losses) {
  test(`a file that is ${what} under an open store makes changes unavailable, and the store not ready`, async (t) => {
    const path = `${temporaryFolder()}/galaxy.db`;
    const store = await open(t, path);
    await write(store);
    t.true(await store.metadata.areTablesCurrent());
    lose(path);
    for (const attempt of [write(store), Promise.all([write(store), write(store)]), store.probe()]) {
      const failure = await t.throwsAsync(attempt as Promise<unknown>, { instanceOf: Failure });
      t.is(failure?.code, 'unavailable');
      t.regex(String(failure?.cause), /galaxy\.db was deleted or replaced while in use/);
    }
    await t.throwsAsync(store.metadata.areTablesCurrent(), { instanceOf: Failure });
  });
}

const beginnings: [what: string, files: Record<string, string>][] = [
  ['before it', { '.creating': '' }],
  ['when it was empty', { '.creating': '', '': '' }],
  ['when SQLite began to write to it', { '.creating': '', '': '', '-journal': '\0'.repeat(512) }],
];

for (const [what, files] of beginnings) {
  test(`a file whose creation was cut off ${what} is no database, and becomes one; a file that lost it does not`, async (t) => {
    const path = `${temporaryFolder()}/galaxy.db`;
    for (const [end, text] of Object.entries(files)) writeFileSync(path + end, text);
    const message = `there is no database ${path}; make one with svcapi serve or svcapi import, or name another with --database`;
    await t.throwsAsync(openSqlite({ path, prepare: 'none' }), { instanceOf: UnusableDatabase, message });
    const server = tryLock(`${path}.lock`);
    await t.throwsAsync(openSqlite({ path, lock: true }), { message: /^another server uses the database/ });
    server?.close();
    for (const end of Object.keys(files)) t.true(existsSync(path + end), 'it may be of a process that begins');
    const store = await open(t, path);
    await write(store);
    t.false(existsSync(`${path}.creating`));
    await store.close();
    writeFileSync(path, '');
    await t.throwsAsync(openSqlite({ path }), {
      instanceOf: UnusableDatabase,
      message: `the database ${path} is an empty file; restore a backup (svcapi backup --help), or remove the file to begin with a new database`,
    });
    t.is(readFileSync(path).length, 0);
  });
}

for (const [what, free] of [
  ['no room', 0],
  ['room for a few pages', 40_000],
] as const) {
  onSmallDisk(`a disk with ${what} keeps neither an empty database nor its mark (needs a mount)`, async (t) => {
    const disk = smallDisk(t);
    const path = join(disk, 'galaxy.db');
    writeFileSync(join(disk, 'other'), Buffer.alloc(128 * 1024 - free));
    await t.throwsAsync(openSqlite({ path }), { instanceOf: UnusableDatabase, message: /the disk is full/ });
    t.false(existsSync(`${path}.creating`));
    t.true(!existsSync(path) || statSync(path).size > 0);
    resizeDisk(disk, '8m');
    const store = await open(t, path);
    await write(store);
    await store.close();
  });
}

test('a server that cannot open its database releases the lock', async (t) => {
  const path = `${temporaryFolder()}/galaxy.db`;
  writeFileSync(path, 'This is not a database. '.repeat(100));
  await t.throwsAsync(openSqlite({ path, lock: true }), { instanceOf: UnusableDatabase });
  rmSync(path);
  await write(await open(t, path, { lock: true }));
});

test('a database in memory has neither a file to lose nor a lock', async (t) => {
  t.throws(() => watchFile(`${temporaryFolder()}/galaxy.db`), { instanceOf: Failure }, 'a missing file is lost');
  await write(await open(t, ':memory:', { lock: true }));
  t.false(existsSync(':memory:.lock'));
});
