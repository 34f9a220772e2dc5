import process from 'node:process';
import type { ExecutionContext } from 'ava';
import pg from 'pg';
import { Failure } from '../../src/domain/failure.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { changesOf } from '../helpers/changes-of.js';
import { postgresDatabase, postgresUrl, query } from '../helpers/database.js';
import { loadGalaxy, NOW } from '../helpers/galaxy.js';
import { removeRows } from '../helpers/load-rows.js';
import { needs } from '../helpers/needs.js';
import { until } from '../helpers/until.js';

/** What several processes do to one PostgreSQL database at the same time. */

const withPostgres = needs('SVCAPI_TEST_POSTGRES_URL', postgresUrl !== undefined);

async function open(t: ExecutionContext, address: string, options = {}): Promise<Store> {
  const store = await openStore({ database: address, connections: 4, ...options });
  t.teardown(() => store.close());
  return store;
}

withPostgres(
  'three processes that count 10,000 calls let exactly 600 through, and take a connection each',
  async (t) => {
    const address = await postgresDatabase(t);
    const stores = await Promise.all([1, 2, 3].map(() => open(t, address, { patient: true })));
    const counters = stores.map((store) => store.counters?.(60_000));
    let isDone = false;
    const calls = Promise.all(
      Array.from({ length: 10_000 }, async (_, index) => (await counters[index % 3]?.hit('192.0.2.7 /x', 1000))?.count),
    ).finally(() => {
      isDone = true;
    });
    const most = { busy: 0, waiting: 0 };
    // It ends with the calls, whose queries have a time limit.
    while (!isDone) {
      for (const { total, idle, waiting } of stores.flatMap((store) => store.pool?.() ?? [])) {
        most.busy = Math.max(most.busy, total - idle);
        most.waiting = Math.max(most.waiting, waiting);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    t.deepEqual(most, { busy: 1, waiting: 0 }, 'the others stay free');
    const counts = await calls;
    t.is(counts.filter((count) => count !== undefined && count <= 600).length, 600);
    t.is(new Set(counts).size, 10_000, 'no two calls are one');
    t.deepEqual(await counters[0]?.peek('192.0.2.7 /x', 1001), { count: 10_000, resetAt: 61_000 });
  },
);

withPostgres('a window ends on time, after a clock was set back too, and is removed later', async (t) => {
  const address = await postgresDatabase(t);
  const store = await open(t, address);
  const counters = store.counters?.(1000);
  const hits: [now: number, count: number, resetAt: number][] = [
    [10_000, 1, 11_000],
    [5000, 2, 6000],
    [5999, 3, 6000],
    [6000, 1, 7000],
  ];
  for (const [now, count, resetAt] of hits) t.deepEqual(await counters?.hit('a', now), { count, resetAt });
  t.is(await counters?.peek('a', 7000), undefined);
  for (let key = 0; key < 200; key++) await counters?.hit(`b${key}`, 0);
  t.is(await store.prune(1), 200);
  t.deepEqual(await query(address, 'select key from rate_windows'), [{ key: 'a' }]);
});

withPostgres('a second request with a key waits for the first, and finds its answer', async (t) => {
  const address = await postgresDatabase(t);
  const [first, second] = [await open(t, address), await open(t, address)];
  await loadGalaxy(first);
  const key = { client_id: 'console', character_uid: '1:1', key: 'k' };
  const order: string[] = [];
  const once = (store: Store, name: string) =>
    store.transaction(async (within) => {
      const known = await within.idempotency.find(key, 0);
      if (known) return known.answer;
      order.push(name);
      await within.idempotency.record(key, { request_hash: 'h', answer: name }, NOW, 0);
      return name;
    });
  const answers = await Promise.all([once(first, 'first'), once(second, 'second'), once(first, 'third')]);
  t.is(order.length, 1);
  t.deepEqual(new Set(answers), new Set(order));
});

const isWaiting = async (address: string) =>
  (await query(address, 'select 1 from pg_locks where not granted')).length > 0;

withPostgres('a place that is being removed takes no uses', async (t) => {
  const address = await postgresDatabase(t);
  const [importer, server] = [await open(t, address), await open(t, address)];
  await loadGalaxy(importer);
  let isDone = false;
  const remover = new pg.Client({ connectionString: address });
  await remover.connect();
  t.teardown(() => remover.end());
  await remover.query(`begin; update entities set removed_at = ${NOW} where uid = '4:1'`);
  const found = server
    .transaction(async (within) => {
      await within.datacards.lock('14:1');
      return within.datacards.lockUses('14:1', '4:1');
    })
    .finally(() => {
      isDone = true;
    });
  await until(async () => isDone || (await isWaiting(address)), { what: 'the change waits for the removal' });
  await remover.query('commit');
  t.is(await found, undefined);
});

withPostgres('a place that takes uses is removed after them', async (t) => {
  const address = await postgresDatabase(t);
  const [importer, server] = [await open(t, address), await open(t, address)];
  await loadGalaxy(importer);
  let isDone = false;
  const removing = await server.transaction(async (within) => {
    await within.datacards.lock('14:1');
    await within.datacards.lockUses('14:1', '4:1');
    await within.datacards.assign('14:1', '4:1', 5);
    const removed = removeRows(importer, 'entity', [{ uid: '4:1' }], NOW).finally(() => {
      isDone = true;
    });
    await until(async () => isDone || (await isWaiting(address)), { what: 'the removal waits for the change' });
    return { removed };
  });
  t.is((await removing.removed).written, 1);
  t.deepEqual(await server.datacards.assignments('14:1'), []);
  t.like(await changesOf(server, '14:1'), [{ uses_before: 5, uses_after: 0 }]);
});

withPostgres('a transaction that deadlocks is repeated, unseen by the client', async (t) => {
  const address = await postgresDatabase(t);
  const [first, second] = [await open(t, address), await open(t, address)];
  await loadGalaxy(first);
  let begun = 0;
  const cross = (store: Store, cards: string[]) =>
    store.transaction(async (within) => {
      begun += 1;
      for (const card of cards) {
        await within.datacards.lock(card);
        await within.metadata.get('a breath');
      }
    });
  for (let round = 0; round < 5; round++) {
    await Promise.all([cross(first, ['14:1', '14:2']), cross(second, ['14:2', '14:1'])]);
  }
  t.true(begun > 10, 'some were begun anew');
});

withPostgres('waiting too long for a lock is unavailable, until the lock is released', async (t) => {
  const address = await postgresDatabase(t);
  const [holder, other] = [await open(t, address, { patient: true }), await open(t, address, { connections: 2 })];
  await loadGalaxy(holder);
  await holder.transaction(async (within) => {
    await within.datacards.lock('14:1');
    const error = await t.throwsAsync(other.transaction((within) => within.datacards.lock('14:1')));
    t.is(error instanceof Failure && error.code, 'unavailable');
    t.truthy(await other.datacards.find('14:1'), 'reading waits for nobody');
  });
  t.truthy(await other.transaction((within) => within.datacards.lock('14:1')));
});

withPostgres('a cut connection is unavailable once, and then replaced', async (t) => {
  const address = await postgresDatabase(t);
  const name = `svcapi_${process.pid}_cut`;
  const store = await open(t, `${address}&application_name=${name}`);
  const work = store.transaction(async (within) => {
    await within.metadata.set('half', 'done');
    await query(address, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name}'`);
    await within.metadata.get('half');
  });
  const error = await t.throwsAsync(work);
  t.is(error instanceof Failure && error.code, 'unavailable');
  t.is(await store.metadata.get('half'), undefined);
});

withPostgres('a transaction with a swallowed error is not acknowledged', async (t) => {
  const address = await postgresDatabase(t);
  const store = await open(t, address);
  await t.throwsAsync(
    store.transaction(async (within) => {
      await within.metadata.set('kept', 'no');
      await within.clients.create({ id: '', name: 'refused' }, NOW).catch(() => {});
    }),
  );
  t.is(await store.metadata.get('kept'), undefined);
});
