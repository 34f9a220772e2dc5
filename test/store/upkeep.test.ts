import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import type { History, Store } from '../../src/store/store.js';
import { newToken, tokenHash } from '../../src/store/token.js';
import { changesOf } from '../helpers/changes-of.js';
import { emptyStore, galaxyFile, lastingDatabase, onPostgres, openTestStore } from '../helpers/database.js';
import { loadGalaxy, NOW, tokenFor } from '../helpers/galaxy.js';
import { loadRows } from '../helpers/load-rows.js';
import { needs } from '../helpers/needs.js';

const DAY = 86_400;
const LATER = NOW + 400 * DAY;
const hash = () => tokenHash(newToken());
const ofConsole = { client_id: 'console', character_uid: '1:1', permissions: ['character_read' as const] };

async function ownGrant(store: Store, expires_at: number): Promise<string> {
  const account = (await store.accounts.findByName('Hana'))?.id ?? (await store.accounts.create('Hana', ['1:1'], NOW));
  return store.grants.create({ ...ofConsole, account_id: account, expires_at }, NOW);
}

async function addToken(store: Store, grant_id: string, expires_at: number, kind: 'access' | 'refresh' = 'access') {
  const token = { hash: hash(), kind, grant_id, scope: null, created_at: NOW, expires_at };
  await store.tokens.add(token);
  return token.hash;
}

/** What ends at NOW, and the seconds after which it is removed. */
const expired: Record<string, [after: number, make: (store: Store) => Promise<unknown>]> = {
  'an interaction': [DAY, (store) => store.interactions.save(hash(), { payload: '{}', expires_at: NOW })],
  'a session': [0, (store) => store.sessions.save(hash(), { uid: 'u', account_id: null, expires_at: NOW })],
  'a code': [
    DAY,
    async (store) => {
      const code = { kind: 'authorization' as const, user_code_hash: null, payload: '{}', expires_at: NOW };
      await store.codes.save(hash(), { ...code, grant_id: await ownGrant(store, LATER) });
    },
  ],
  'an invitation': [
    DAY,
    async (store) => store.invitations.create(await store.accounts.create('Bram', [], NOW), NOW, NOW),
  ],
  'an entry of the blacklist': [
    DAY,
    (store) => store.blacklist.add({ address: '192.0.2.7', created_at: NOW - 60, expires_at: NOW, reason: '' }),
  ],
  'an idempotency key': [
    2 * DAY,
    (store) => {
      const answer = { request_hash: '0a'.repeat(32), answer: '{}' };
      return store.idempotency.record({ client_id: 'console', character_uid: '1:1', key: 'k' }, answer, NOW, 0);
    },
  ],
  'a refresh token that was exchanged': [
    7 * DAY,
    async (store) => store.tokens.consume(await addToken(store, await ownGrant(store, LATER), LATER, 'refresh'), NOW),
  ],
  'a token of an account': [DAY, async (store) => addToken(store, await ownGrant(store, LATER), NOW)],
  'a token of the host, with its grant': [30 * DAY, (store) => tokenFor(store, '1:1', undefined, { expiresAt: NOW })],
  'a grant that was ended, with its tokens': [
    30 * DAY,
    async (store) => {
      const grant = await ownGrant(store, LATER);
      await addToken(store, grant, LATER);
      await store.grants.end(grant, NOW);
    },
  ],
};

for (const [what, [after, make]] of Object.entries(expired)) {
  test(`the service removes ${what} ${after / DAY} days after its end`, async (t) => {
    const store = await emptyStore(t);
    await loadGalaxy(store);
    const lasting = await addToken(store, await ownGrant(store, LATER), LATER);
    const before = await store.tokens.list();
    await make(store);
    t.is(await store.prune(NOW + after - 1), 0);
    t.is(await store.prune(NOW + after), 1);
    t.deepEqual(await store.tokens.list(), before);
    t.truthy(await store.tokens.find(lasting, NOW));
    t.truthy(await store.clients.find('console'));
  });
}

test('many rows are removed in steps', async (t) => {
  const store = await emptyStore(t);
  await fillInteractions(store, 1100);
  t.deepEqual([await store.prune(NOW), await store.prune(NOW), await store.prune(NOW)], [500, 500, 100]);
});

needs('PostgreSQL', onPostgres)('several instances that remove at once share the work', async (t) => {
  const address = await lastingDatabase(t);
  const stores = [await openTestStore(address), await openTestStore(address)];
  await fillInteractions(stores[0] as Store, 3000);
  let removed = 0;
  const removeAll = async (store: Store) => {
    for (let some = 1; some > 0; removed += some) some = await store.prune(NOW);
  };
  await Promise.all(stores.map(removeAll));
  t.is(removed, 3000);
  for (const store of stores) await store.close();
});

async function fillInteractions(store: Store, count: number): Promise<void> {
  await store.transaction(async ({ interactions }) => {
    for (let number = 0; number < count; number += 1) {
      await interactions.save(tokenHash(String(number)), { payload: '{}', expires_at: NOW - DAY });
    }
  });
}

/** More rows than are read at a time, in an order of time that is not that of their keys. */
const ROWS = 2500;
const timeOf = (number: number) => NOW - ((number * 7919) % ROWS);

async function removeOld(store: Store, kind: History, before: number): Promise<number[]> {
  const steps = [];
  for await (const removed of store.history.remove(kind, before)) steps.push(removed);
  return steps;
}

for (const kind of ['events', 'transactions'] as const) {
  test(`${kind} from before a time are counted and removed, and no others`, async (t) => {
    const store = await emptyStore(t);
    await loadGalaxy(store);
    // The small galaxy has transactions that are older, and newer events.
    const own = await store.history.count(kind, NOW - ROWS);
    const numbers = Array.from({ length: ROWS }, (_, index) => 3000 + index);
    const parties = { sender_uid: '1:1', receiver_uid: '1:2' };
    const event = { receiver_uid: '1:1', type: null, text: '' };
    const events = numbers.map((id) => ({ uid: `39:${id}`, time: timeOf(id), ...event }));
    const transactions = numbers.map((id) => ({ id, ...parties, time: timeOf(id), amount: 1, communication: '' }));
    await (kind === 'events' ? loadRows(store, 'event', events) : loadRows(store, 'transaction', transactions));
    const all = await store.history.count(kind, NOW + 1);
    t.is(await store.history.count(kind, NOW - 999), own + ROWS - 1000);
    const steps = await removeOld(store, kind, NOW - 999);
    t.true(steps.length > 2);
    const total = steps.reduce((sum, step) => sum + step, 0);
    t.is(total, own + ROWS - 1000);
    t.is(await store.history.count(kind, NOW - 999), 0);
    t.is(await store.history.count(kind, NOW + 1), all - own - ROWS + 1000);
  });
}

test('lines of the audit trail from before a time are removed, and later ones get higher numbers', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const change = {
    ...{ action: 'assign' as const, client_id: 'console', character_uid: '1:1', datacard_uid: '14:1' },
    ...{ location_uid: '4:1', uses_before: 0, uses_after: 1 },
  };
  const record = (time: number) => store.datacards.recordChange({ ...change, time, request_id: String(time) });
  for (const time of [NOW - 2, NOW - 1, NOW]) await record(time);
  const latest = (await store.auditTrail.after(0, 100)).at(-1)?.id ?? 0;
  t.deepEqual(await removeOld(store, 'audit', NOW), [2]);
  t.like(await changesOf(store, '14:1'), { length: 1, 0: { request_id: String(NOW) } });
  await removeOld(store, 'audit', NOW + 1);
  t.deepEqual(await removeOld(store, 'audit', NOW + 1), []);
  await record(NOW);
  t.true(((await store.auditTrail.after(0, 100))[0]?.id ?? 0) > latest);
});

test('whoever comes back while the service looks for what sleeps keeps all accesses', async (t) => {
  const path = await galaxyFile();
  const store = await openTestStore(path);
  t.teardown(() => store.close());
  const importer = new DatabaseSync(path);
  const removed = "update entities set removed_at = 5 where uid = '1:1'";
  importer.exec(removed);

  // The look finds the character removed, and waits for the lock; then an import brings it back.
  importer.exec("begin immediate; update entities set removed_at = null where uid = '1:1'");
  const ending = store.endSleeping(NOW, NOW).next();
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  importer.exec('commit');
  t.is((await ending).value, 0);
  t.like(await store.datacards.find('14:1', '1:1'), { rights: { can_manage_datacards: 1 } });

  importer.exec(removed);
  importer.close();
  t.is((await store.endSleeping(NOW, NOW).next()).value, 1);
  t.like(await store.datacards.find('14:1', '1:1'), { rights: { can_manage_datacards: null } });
});
