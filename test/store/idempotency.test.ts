import test, { type ExecutionContext } from 'ava';
import type { Store } from '../../src/store/store.js';
import { emptyStore } from '../helpers/database.js';
import { loadGalaxy, NOW } from '../helpers/galaxy.js';

const key = { client_id: 'console', character_uid: '1:1', key: 'k' };
const answer = { request_hash: 'h', answer: '{}' };

async function open(t: ExecutionContext): Promise<Store> {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  return store;
}

test('an answer is found by its whole key, if it is recent enough', async (t) => {
  const { idempotency } = await open(t);
  await idempotency.record(key, answer, NOW, 0);
  t.deepEqual(await idempotency.find(key, NOW), answer);
  t.is(await idempotency.find(key, NOW + 1), undefined);
  for (const other of [{ client_id: 'other' }, { character_uid: '1:2' }, { key: 'K' }]) {
    t.is(await idempotency.find({ ...key, ...other }, 0), undefined);
  }
});

test('recording an answer deletes only those that are too old', async (t) => {
  const { idempotency } = await open(t);
  await idempotency.record({ ...key, key: 'old' }, answer, NOW - 2, 0);
  await idempotency.record({ ...key, key: 'young' }, answer, NOW - 1, 0);
  await idempotency.record(key, answer, NOW, NOW - 1);
  t.is(await idempotency.find({ ...key, key: 'old' }, 0), undefined);
  t.deepEqual(await idempotency.find({ ...key, key: 'young' }, 0), answer);
});
