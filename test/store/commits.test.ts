import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { Failure } from '../../src/domain/failure.js';
import { Conflict, repeat } from '../../src/store/commits.js';
import { connect } from '../../src/store/sqlite/driver.js';
import { openSqlite } from '../../src/store/sqlite/open.js';
import { temporaryFolder } from '../helpers/folder.js';
import { until } from '../helpers/until.js';

/** Transactions of SQLite: those that come at the same time share a commit, and a conflict is repeated. */

async function open(t: ExecutionContext) {
  const path = join(temporaryFolder(), 'svcapi.db');
  const store = await openSqlite({ path });
  t.teardown(() => store.close());
  const set = (name: string) => store.transaction(({ metadata }) => metadata.set(name, name));
  return { path, store, set, get: (name: string) => store.metadata.get(name) };
}

/** Returns the number of commits in the write-ahead log: frames with the size of the database. https://sqlite.org/fileformat2.html */
function commitsIn(path: string): number {
  const log = readFileSync(`${path}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) commits += 1;
  return commits;
}

const names = Array.from({ length: 20 }, (_, n) => `fact ${n}`);

test('transactions that arrive together share a commit; later ones have a commit each', async (t) => {
  const { path, set, get } = await open(t);
  let before = commitsIn(path);
  await Promise.all(names.map(set));
  t.is(commitsIn(path) - before, 1);
  for (const name of names) t.is(await get(name), name);
  before = commitsIn(path);
  for (const name of names) await set(`${name}, later`);
  t.is(commitsIn(path) - before, names.length);
});

test('each transaction sees those before it but for the ones that fail, which change nothing', async (t) => {
  const { store, get } = await open(t);
  const add = (_: string, n: number) =>
    store.transaction((outer) =>
      // A transaction within another one is a part of it.
      outer.transaction(async ({ metadata }) => {
        const sum = Number((await metadata.get('sum')) ?? 0) + 1;
        await metadata.set('sum', String(sum));
        if (n % 4 === 0) throw new Failure('not_found');
        return sum;
      }),
    );
  const results = await Promise.allSettled(names.map(add));
  const sums = results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
  t.deepEqual(
    sums,
    names.map((_, n) => (n % 4 === 0 ? undefined : n - Math.floor(n / 4))),
  );
  t.is(await get('sum'), '15');
});

test('a read beside a transaction waits for its end, and sees nothing of one that fails', async (t) => {
  const { store } = await open(t);
  const find = ({ blacklist }: Pick<typeof store, 'blacklist'>) => blacklist.find('192.0.2.7', 500);
  let read: ReturnType<typeof find> | undefined;
  const work = store.transaction(async (within) => {
    await within.blacklist.add({ address: '192.0.2.7', created_at: 1, expires_at: 1000, reason: '' });
    read = find(store);
    t.truthy(await find(within));
    throw new RangeError('enough');
  });
  await t.throwsAsync(work, { instanceOf: RangeError });
  t.is(await read, undefined);
});

// A transaction waits for a second, which other tests of this process might take for themselves.
test.serial('no promise resolves without a commit, and one waits for it, as does the record of a use', async (t) => {
  const { path, store, set, get } = await open(t);
  const hash = '0a'.repeat(32);
  await store.sessions.save(hash, { uid: 'u', account_id: null, expires_at: 9000 });
  const other = connect(path);
  t.teardown(() => other.close());
  other.exec('begin immediate');
  for (const result of await Promise.allSettled(names.map(set)))
    t.is(result.status === 'rejected' && result.reason.code, 'unavailable');
  const waiting = Promise.all([set('after'), store.metadata.set('alone', 'yes')]);
  await store.sessions.find(hash, 5000, '192.0.2.7');
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  t.is(await get('after'), undefined, 'reads go on');
  other.exec('rollback');
  for (const name of names) t.is(await get(name), undefined);
  await waiting;
  t.is(await get('after'), 'after');
  await until(async () => (await store.sessions.find(hash, 5000))?.last_used_from !== null, { what: 'a use is kept' });
});

test('a change waits for a second while another process writes; another failure is not waited for', async (t) => {
  const time = { now: 0 };
  const pause = async (milliseconds: number) => {
    time.now += milliseconds;
  };
  const rest = { clock: () => time.now, pause };
  const busy = () => Promise.reject(new Conflict(new Error('database is locked')));
  await t.throwsAsync(repeat(busy, undefined, rest), { instanceOf: Conflict });
  t.true(time.now >= 1000 && time.now < 1010, `${time.now} ms`);
  time.now = 0;
  t.is(await repeat(() => (time.now < 990 ? busy() : Promise.resolve('written')), undefined, rest), 'written');
  t.true(time.now < 995, `${time.now} ms`);
  time.now = 0;
  const failing = () => Promise.reject(new Error('The disk is gone.'));
  await t.throwsAsync(repeat(failing, undefined, rest), { message: 'The disk is gone.' });
  t.is(time.now, 0);
});
