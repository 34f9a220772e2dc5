import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Failure } from '../../src/domain/failure.js';
import { connect } from '../../src/store/sqlite/driver.js';
import { openSqlite } from '../../src/store/sqlite/open.js';
import type { Store } from '../../src/store/store.js';
import { temporaryFolder } from '../helpers/folder.js';

/** Transactions of SQLite that come at the same time share a commit. */

async function open(t: ExecutionContext) {
  const path = join(temporaryFolder(), 'svcapi.db');
  const store = await openSqlite({ path });
  t.teardown(() => store.close());
  return { path, store };
}

/** How many commits the write-ahead log holds: frames that say how large the database is. https://sqlite.org/fileformat2.html */
function commitsIn(path: string): number {
  const log = readFileSync(`${path}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) commits += 1;
  return commits;
}

const names = Array.from({ length: 20 }, (_, n) => `fact ${n}`);

test('transactions that arrive together share a commit', async (t) => {
  const { path, store } = await open(t);
  const before = commitsIn(path);
  await Promise.all(names.map((name) => store.transaction(({ metadata }) => metadata.set(name, name))));
  t.is(commitsIn(path) - before, 1);
  for (const name of names) t.is(await store.metadata.get(name), name);
});

test('transactions one after the other have a commit each', async (t) => {
  const { path, store } = await open(t);
  const before = commitsIn(path);
  for (const name of names) await store.transaction(({ metadata }) => metadata.set(name, name));
  t.is(commitsIn(path) - before, names.length);
});

test('a transaction that fails changes nothing, and the others are stored', async (t) => {
  const { store } = await open(t);
  const results = await Promise.allSettled(
    names.map((name, n) =>
      store.transaction(async ({ metadata }) => {
        await metadata.set(name, name);
        if (n % 3 === 0) throw new Failure('not_found');
        return n;
      }),
    ),
  );
  for (const [n, name] of names.entries()) {
    t.is(results[n]?.status, n % 3 === 0 ? 'rejected' : 'fulfilled', name);
    t.is(await store.metadata.get(name), n % 3 === 0 ? undefined : name);
  }
});

test('each transaction sees the changes of those before it', async (t) => {
  const { store } = await open(t);
  const add = () =>
    store.transaction(async ({ metadata }) => {
      const sum = Number((await metadata.get('sum')) ?? 0) + 1;
      await metadata.set('sum', String(sum));
      return sum;
    });
  t.deepEqual(
    await Promise.all(names.map(add)),
    names.map((_, n) => n + 1),
  );
});

test('a read beside a transaction waits for its end, and sees nothing of one that fails', async (t) => {
  const { store } = await open(t);
  const entry = { address: '192.0.2.7', created_at: 1, expires_at: 1000, reason: 'refused calls' };
  const find = ({ blacklist }: Store) => blacklist.find(entry.address, 500);
  t.is(await find(store), undefined);
  let read: ReturnType<typeof find> | undefined;
  const work = store.transaction(async (within) => {
    await within.blacklist.add(entry);
    read = find(store);
    t.deepEqual(await find(within), entry);
    throw new RangeError('enough');
  });
  await t.throwsAsync(work, { instanceOf: RangeError });
  t.is(await read, undefined);
});

test('no promise resolves without a commit', async (t) => {
  const { path, store } = await open(t);
  const other = connect(path);
  t.teardown(() => other.close());
  other.exec('begin immediate');
  const results = await Promise.allSettled(
    names.map((name) => store.transaction(({ metadata }) => metadata.set(name, name))),
  );
  t.true(results.every(({ status }) => status === 'rejected'));
  for (const result of results) t.is(result.status === 'rejected' && result.reason.code, 'unavailable');
  other.exec('rollback');
  for (const name of names) t.is(await store.metadata.get(name), undefined);
  await store.transaction(({ metadata }) => metadata.set('after', 'yes'));
  t.is(await store.metadata.get('after'), 'yes');
});

test('a transaction within another one is part of it', async (t) => {
  const { store } = await open(t);
  await Promise.all(
    names.map((name) => store.transaction((outer) => outer.transaction(({ metadata }) => metadata.set(name, name)))),
  );
  for (const name of names) t.is(await store.metadata.get(name), name);
});
