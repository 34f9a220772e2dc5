import { randomInt } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { openStore } from '../../src/store/open-store.js';
import type { DatacardChange, Store } from '../../src/store/store.js';
import { postgresDatabase, postgresUrl, query } from '../helpers/database.js';
import { loadGalaxy, NOW } from '../helpers/galaxy.js';
import { needs } from '../helpers/needs.js';
import { until } from '../helpers/until.js';

const withPostgres = needs('SVCAPI_TEST_POSTGRES_URL', postgresUrl !== undefined);

const change: DatacardChange = {
  time: NOW,
  action: 'assign',
  client_id: null,
  character_uid: null,
  datacard_uid: '14:1',
  location_uid: '4:1',
  uses_before: 0,
  uses_after: 1,
  request_id: null,
};

async function open(t: ExecutionContext, address: string, connections: number): Promise<Store> {
  const store = await openStore({ database: address, connections, patient: true });
  t.teardown(() => store.close());
  return store;
}

/** Begins a transaction that has written a line; its end is the caller's. */
async function begin(store: Store) {
  let end = (_error?: Error) => {};
  const ending = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  let hasWritten = () => {};
  const written = new Promise<void>((resolve) => {
    hasWritten = resolve;
  });
  const ended = store.transaction(async (within) => {
    await within.datacards.recordChange(change);
    hasWritten();
    await ending;
  });
  await written;
  const settled = ended.catch(() => {});
  return {
    async commit() {
      end();
      await ended;
    },
    async rollBack() {
      end(new Error('undone'));
      await settled;
    },
  };
}

withPostgres('a line behind a missing number waits until its transaction has ended, and others do not', async (t) => {
  const address = await postgresDatabase(t);
  const store = await open(t, address, 8);
  await loadGalaxy(store);
  const name = `reader_${randomInt(1e12)}`;
  const reader = await open(t, `${address}&application_name=${name}`, 1);
  const ids = async (after: number, from = store) => (await from.auditTrail.after(after, 10)).map(({ id }) => id);
  const first = await begin(store);
  const second = await begin(store);
  await store.datacards.recordChange(change);
  let read: number[] | undefined;
  const reading = ids(0, reader).then((found) => {
    read = found;
  });
  const looked = `select from pg_stat_activity
    where application_name = '${name}' and query like '%pg_locks%' and state = 'idle'`;
  await until(async () => (await query(address, looked)).length === 1, { what: 'the reader knows who writes' });
  // Whoever writes later is not waited for.
  const later = await begin(store);
  await first.commit();
  t.is(read, undefined, 'the second is missing');
  t.deepEqual(await ids(0), [1], 'what stands before the missing number is known');
  await second.rollBack();
  await reading;
  t.deepEqual(read, [1, 3]);
  await later.commit();
  t.deepEqual(await ids(3), [4]);
});

withPostgres('no line appears behind one that was read, while eight writers commit and roll back', async (t) => {
  const address = await postgresDatabase(t);
  const store = await open(t, address, 8);
  await loadGalaxy(store);
  const reader = await open(t, address, 2);
  let isDone = false;
  const seen: number[] = [];
  const reading = (async () => {
    for (let last = 0; ; ) {
      const wasDone = isDone;
      const lines = await reader.auditTrail.after(last, randomInt(1, 20));
      seen.push(...lines.map(({ id }) => id));
      last = seen.at(-1) ?? 0;
      if (wasDone && lines.length === 0) return;
    }
  })();
  const write = async () => {
    for (let round = 0; round < 60; round += 1) {
      await store
        .transaction(async (within) => {
          for (let line = randomInt(1, 4); line > 0; line -= 1) {
            await within.datacards.recordChange(change);
            for (let pause = randomInt(4); pause > 0; pause -= 1) await within.datacards.find('14:1');
          }
          if (randomInt(4) === 0) throw new Error('undone');
        })
        .catch((error: Error) => t.is(error.message, 'undone'));
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
  isDone = true;
  await reading;
  const stored = await store.auditTrail.after(0, 10_000);
  t.true(stored.length > 300);
  t.deepEqual(
    seen,
    stored.map(({ id }) => id),
  );
});

withPostgres('a reader that waits for a transaction ends with its signal', async (t) => {
  const address = await postgresDatabase(t);
  const store = await open(t, address, 4);
  await loadGalaxy(store);
  const transaction = await begin(store);
  await store.datacards.recordChange(change);
  const controller = new AbortController();
  const reading = store.auditTrail.after(0, 10, controller.signal);
  controller.abort(new Error('interrupted'));
  await t.throwsAsync(reading, { message: 'interrupted' });
  await transaction.rollBack();
  await until(async () => (await store.auditTrail.after(0, 10)).length === 1, { what: 'the line is read' });
});
