import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { newToken, SECRET_PREFIXES, tokenHash } from '../../src/store/token.js';
import { emptyStore } from '../helpers/database.js';
import { loadGalaxy, NOW } from '../helpers/galaxy.js';
import { until } from '../helpers/until.js';

const DAY = 86_400;

async function granted(t: Parameters<typeof emptyStore>[0]) {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const account = await store.accounts.create('Hana', ['1:1'], NOW);
  const grant = {
    ...{ account_id: account, client_id: 'console', character_uid: '1:1', expires_at: NOW + 2 * DAY },
    permissions: ['character_read' as const, 'character_events' as const],
  };
  const id = await store.grants.create(grant, NOW);
  const times = { created_at: NOW, expires_at: NOW + 2 * DAY };
  const add = async (kind: 'access' | 'refresh', scope: string | null = null) => {
    const secret = newToken();
    await store.tokens.add({ hash: tokenHash(secret), kind, grant_id: id, scope, ...times });
    return secret;
  };
  return { store, account, grant, id, add };
}

test('a grant of an account is found by its id, and by its client and character', async (t) => {
  const { store, account, grant, id } = await granted(t);
  const expected = { ...grant, id, created_at: NOW, name: null, last_used_at: null, last_used_from: null };
  t.deepEqual(await store.grants.find(id, NOW), expected);
  t.deepEqual(await store.grants.findFor(account, 'console', '1:1', NOW), expected);
  t.is(await store.grants.findFor(account, 'other', '1:1', NOW), undefined);
  t.is(await store.grants.find(id, NOW + 2 * DAY), undefined);
  const { account_id: _, client_id: __, character_uid: ___, ...listed } = expected;
  t.deepEqual(await store.grants.ofAccount(account, NOW), [
    { ...listed, client: { id: 'console', name: 'Trade console' }, character: { uid: '1:1', name: 'Hana Veil' } },
  ]);
});

test('a grant is extended, and never shortened', async (t) => {
  const { store, id } = await granted(t);
  await store.grants.extend(id, ['character_read', 'character_auth'], NOW + 3 * DAY);
  await store.grants.extend(id, [], NOW + 1);
  t.like(await store.grants.find(id, NOW), {
    permissions: ['character_auth', 'character_read', 'character_events'],
    expires_at: NOW + 3 * DAY,
  });
});

test('a token has those permissions of its grant that its scope names', async (t) => {
  const { store, add } = await granted(t);
  const narrow = await store.tokens.principal(await add('access', 'character_events character_auth'), NOW);
  t.deepEqual(narrow?.permissions, ['character_events']);
  t.deepEqual((await store.tokens.principal(await add('access'), NOW))?.permissions.length, 2);
  t.deepEqual((await store.tokens.principal(await add('access', ''), NOW))?.permissions, []);
});

test('a refresh token gives no access, whatever it looks like', async (t) => {
  const { store, add } = await granted(t);
  t.is(await store.tokens.principal(await add('refresh'), NOW), undefined);
  t.is(await store.tokens.principal(newToken(SECRET_PREFIXES.refreshToken), NOW), undefined);
});

test('ending a grant ends its tokens', async (t) => {
  const { store, id, add } = await granted(t);
  const token = await add('access');
  t.truthy(await store.tokens.find(tokenHash(token), NOW));
  t.true(await store.grants.end(id, NOW));
  t.false(await store.grants.end(id, NOW));
  t.is(await store.tokens.principal(token, NOW), undefined);
  t.is(await store.tokens.find(tokenHash(token), NOW), undefined);
  t.is(await store.grants.find(id, NOW), undefined);
});

test('a refresh token is exchanged for the first time once', async (t) => {
  const { store, add } = await granted(t);
  const hash = tokenHash(await add('refresh'));
  t.deepEqual((await Promise.all([1, 2, 3].map(() => store.tokens.consume(hash, NOW)))).filter(Boolean), [true]);
  await store.tokens.consume(hash, NOW + 5);
  t.is((await store.tokens.find(hash, NOW))?.consumed_at, NOW);
});

test('a code is consumed once', async (t) => {
  const { store, id } = await granted(t);
  const hash = '0a'.repeat(32);
  const code = {
    kind: 'device',
    grant_id: null,
    user_code_hash: '0b'.repeat(32),
    payload: '{}',
    expires_at: NOW,
  } as const;
  await store.codes.save(hash, code);
  await store.codes.save(hash, { ...code, user_code_hash: null, grant_id: id });
  t.like(await store.codes.findByUserCode('0b'.repeat(32)), { hash, grant_id: id, consumed_at: null });
  t.deepEqual((await Promise.all([1, 2, 3].map(() => store.codes.consume(hash, NOW)))).filter(Boolean), [true]);
  t.is((await store.codes.find(hash))?.consumed_at, NOW);
});

test('a device that does not wait must wait five seconds longer', async (t) => {
  const { store } = await granted(t);
  const hash = '0a'.repeat(32);
  await store.codes.save(hash, {
    kind: 'device',
    grant_id: null,
    user_code_hash: null,
    payload: '{}',
    expires_at: NOW,
  });
  t.true(await store.codes.poll(hash, NOW));
  t.true(await store.codes.poll(hash, NOW + 5));
  t.false(await store.codes.poll(hash, NOW + 9));
  t.false(await store.codes.poll(hash, NOW + 18));
  t.true(await store.codes.poll(hash, NOW + 33));
});

test('the use of a grant of an account is recorded once a day', async (t) => {
  const { store, id, add } = await granted(t);
  const token = await add('access');
  const used = async () => (await store.grants.find(id, NOW))?.last_used_at;
  await store.tokens.principal(token, NOW + 1);
  // No call waits for it.
  await until(async () => (await used()) === NOW + 1, { what: 'the use is recorded' });
  await store.tokens.principal(token, NOW + 86_400);
  await store.tokens.principal(token, NOW + 86_401);
  await until(async () => (await used()) === NOW + 86_401, { what: 'the next use is recorded' });
  t.is(await used(), NOW + 86_401);
});

test('another address is recorded once an hour, and a use without one keeps the last', async (t) => {
  const { store, id, add } = await granted(t);
  const token = await add('access');
  const uses = async () => {
    const grant = await store.grants.find(id, NOW);
    return [grant?.last_used_at, grant?.last_used_from];
  };
  const use = async (now: number, from: string | undefined, expected: unknown[]) => {
    await store.tokens.principal(token, now, from);
    await until(async () => isDeepStrictEqual(await uses(), expected), { what: `the use at ${now} is recorded` });
  };
  await use(NOW, '192.0.2.1', [NOW, '192.0.2.1']);
  await store.tokens.principal(token, NOW + 3599, '2001:db8::2');
  await store.tokens.principal(token, NOW + 86_399, '192.0.2.1');
  await use(NOW + 3600, '2001:db8::2', [NOW + 3600, '2001:db8::2']);
  await use(NOW + 90_000, undefined, [NOW + 90_000, '2001:db8::2']);
  t.pass();
});

test('a grant has the name that its account gives it', async (t) => {
  const { store, account, grant } = await granted(t);
  const id = await store.grants.create({ ...grant, account_id: account, name: 'Kitchen laptop' }, NOW);
  t.is((await store.grants.find(id, NOW))?.name, 'Kitchen laptop');
});

test('a client keeps what a change leaves out', async (t) => {
  const { store, account } = await granted(t);
  await store.clients.create({ id: 'mine', name: 'Mine', owner_id: account, is_public: 1 }, NOW);
  t.true(await store.clients.update('mine', { redirect_uris: '["https://a.example/"]' }));
  t.like(await store.clients.find('mine'), { name: 'Mine', is_public: 1, redirect_uris: '["https://a.example/"]' });
  t.deepEqual(
    (await store.clients.ofAccount(account)).map(({ id }) => id),
    ['mine'],
  );
  await store.clients.revoke('mine', NOW);
  t.false(await store.clients.update('mine', { name: 'x' }));
  t.deepEqual(await store.clients.ofAccount(account), []);
});
