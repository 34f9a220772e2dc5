import test from 'ava';
import { newToken, tokenHash } from '../../src/store/token.js';
import { emptyStore, lastingDatabase, onPostgres, openTestStore } from '../helpers/database.js';
import { loadGalaxy, NOW, tokenFor } from '../helpers/galaxy.js';

const DAY = 86_400;

test('what has expired is removed, and what the host made is kept', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const ofHost = await tokenFor(store, '1:1', undefined, { expiresAt: NOW + 60 });
  const account = await store.accounts.create('Hana', ['1:1'], NOW);
  const hash = () => tokenHash(newToken());
  await store.invitations.create(account, NOW, NOW + 60);
  await store.interactions.save(hash(), { payload: '{}', expires_at: NOW + 60 });
  await store.sessions.save(hash(), { uid: 'u', account_id: account, expires_at: NOW + 60 });
  const grant = { client_id: 'console', character_uid: '1:1', permissions: ['character_read' as const] };
  const id = await store.grants.create({ ...grant, account_id: account, expires_at: NOW + 60 }, NOW);
  await store.codes.save(hash(), {
    ...{ kind: 'authorization', grant_id: id, user_code_hash: null, payload: '{}', expires_at: NOW + 60 },
  });
  await store.tokens.create({ ...grant, expires_at: NOW + 60 }, NOW, account);
  const lasting = await store.tokens.create({ ...grant, expires_at: NOW + 400 * DAY }, NOW, account);
  t.is(await store.prune(NOW), 0);
  let removed = 0;
  for (let some = await store.prune(NOW + 90 * DAY); some > 0; some = await store.prune(NOW + 90 * DAY))
    removed += some;
  t.is(removed, 7, 'invitation, interaction, session, code, token, and two grants');
  t.is((await store.tokens.list()).length, 2);
  t.truthy(await store.tokens.principal(lasting.token, NOW + 90 * DAY));
  t.truthy(await store.tokens.principal(ofHost, NOW));
  t.truthy(await store.accounts.find(account));
});

test('a refresh token that was exchanged is removed after a week', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const account = await store.accounts.create('Hana', ['1:1'], NOW);
  const grant = { client_id: 'console', character_uid: '1:1', permissions: [], expires_at: NOW + 400 * DAY };
  const id = await store.grants.create({ ...grant, account_id: account }, NOW);
  const hash = tokenHash(newToken());
  const times = { created_at: NOW, expires_at: NOW + 400 * DAY };
  await store.tokens.add({ hash, kind: 'refresh', grant_id: id, scope: null, ...times });
  await store.tokens.consume(hash, NOW);
  t.is(await store.prune(NOW + 7 * DAY - 1), 0);
  t.truthy(await store.tokens.find(hash, NOW));
  t.is(await store.prune(NOW + 7 * DAY), 1);
  t.is(await store.tokens.find(hash, NOW), undefined);
});

test('many rows are removed in steps', async (t) => {
  const store = await emptyStore(t);
  await store.transaction(async (within) => {
    for (let count = 0; count < 1100; count += 1) {
      await within.interactions.save(tokenHash(String(count)), { payload: '{}', expires_at: NOW });
    }
  });
  t.deepEqual([await store.prune(NOW), await store.prune(NOW), await store.prune(NOW)], [500, 500, 100]);
});

test('entries of the blacklist and idempotency keys are removed a day after their end', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  await store.blacklist.add({ address: '192.0.2.7', created_at: NOW - 60, expires_at: NOW, reason: '' });
  const key = { client_id: 'console', character_uid: '1:1', key: 'k' };
  await store.idempotency.record(key, { request_hash: '0a'.repeat(32), answer: '{}' }, NOW - DAY, NOW - 2 * DAY);
  t.is(await store.prune(NOW + DAY - 1), 0);
  t.deepEqual(await store.blacklist.list(NOW - 1).then((list) => list.length), 1);
  t.is(await store.prune(NOW + DAY), 2);
  t.deepEqual(await store.blacklist.list(NOW - 1), []);
  t.is(await store.idempotency.find(key, 0), undefined);
});

test('tokens and grants of the host are removed a year after their end, and the client stays', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  await tokenFor(store, '1:1', undefined, { expiresAt: NOW });
  const before = (await store.tokens.list()).length;
  t.is(await store.prune(NOW + 365 * DAY - 1), 0);
  t.is(await store.prune(NOW + 365 * DAY), 2, 'the token and its grant');
  t.is((await store.tokens.list()).length, before - 1);
  t.truthy(await store.clients.find('console'));
});

test('a grant of the host that was ended is removed a year after that', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  await tokenFor(store, '1:1', undefined, { expiresAt: NOW + 400 * DAY });
  const grants = await store.characters.grants('1:1', 'console', NOW);
  const id = grants.find(({ expires_at }) => expires_at === NOW + 400 * DAY)?.id ?? '';
  await store.grants.end(id, NOW);
  t.is(await store.prune(NOW + 365 * DAY - 1), 0);
  t.is(await store.prune(NOW + 365 * DAY), 2, 'the grant and its token');
  t.is(await store.grants.find(id, NOW), undefined);
});

test('a grant with many tokens is removed in steps', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const account = await store.accounts.create('Hana', ['1:1'], NOW);
  const grant = { client_id: 'console', character_uid: '1:1', permissions: [], expires_at: NOW + 400 * DAY };
  const id = await store.grants.create({ ...grant, account_id: account }, NOW);
  await store.transaction(async (within) => {
    for (let count = 0; count < 1200; count += 1) {
      const times = { created_at: NOW, expires_at: NOW + 400 * DAY };
      const hash = tokenHash(String(count));
      await within.tokens.add({ hash, kind: 'access', grant_id: id, scope: null, ...times });
    }
  });
  await store.grants.end(id, NOW);
  const steps = [];
  for (let some = await store.prune(NOW + 30 * DAY); some > 0; some = await store.prune(NOW + 30 * DAY))
    steps.push(some);
  t.deepEqual(steps, [500, 500, 201]);
});

(onPostgres ? test : test.skip)('several instances that remove at once share the work', async (t) => {
  const address = await lastingDatabase(t);
  const stores = [await openTestStore(address)];
  await stores[0]?.transaction(async (within) => {
    for (let count = 0; count < 3000; count += 1) {
      await within.interactions.save(tokenHash(String(count)), { payload: '{}', expires_at: NOW });
    }
  });
  stores.push(await openTestStore(address));
  let removed = 0;
  const removeAll = async (store: (typeof stores)[number]) => {
    for (let some = 1; some > 0; removed += some) some = await store.prune(NOW);
  };
  await Promise.all(stores.map(removeAll));
  t.is(removed, 3000);
  for (const store of stores) await store.close();
});
