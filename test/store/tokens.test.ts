import { isDeepStrictEqual } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { looksLikeToken, newToken, SECRET_PREFIXES, tokenHash } from '../../src/store/token.js';
import { lastingDatabase, openTestStore, query } from '../helpers/database.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { removeRows } from '../helpers/load-rows.js';
import { until } from '../helpers/until.js';

/** Grants and their tokens. */

const DAY = 86_400;
const LATER = NOW + 2 * DAY;

/** Opens the small galaxy with a grant of an account. */
async function granted(t: ExecutionContext) {
  const address = await lastingDatabase(t, true);
  const store = await openTestStore(address);
  t.teardown(() => store.close());
  const account = await store.accounts.create('Hana', ['1:1'], NOW);
  const ofHost = { client_id: 'console', character_uid: '1:1', permissions: ['character_read' as const] };
  const grant = { ...ofHost, expires_at: LATER, account_id: account };
  const id = await store.grants.create(grant, NOW);
  const add = async (kind: 'access' | 'refresh', scope: string | null = null) => {
    const secret = newToken();
    const times = { created_at: NOW, expires_at: LATER };
    await store.tokens.add({ hash: tokenHash(secret), kind, grant_id: id, scope, ...times });
    return secret;
  };
  const isValid = async (token: string, now = NOW) => (await store.tokens.principal(token, now)) !== undefined;
  return { address, store, account, grant, id, add, isValid, ofHost: { ...ofHost, expires_at: NOW + 10 } };
}

test('a token is 256 random bits after a prefix that is recognised, and no other text is one', async (t) => {
  const tokens = Array.from({ length: 1000 }, () => newToken());
  t.is(new Set(tokens).size, 1000);
  t.true(tokens.every((token) => /^svcapi_[\w-]{43}$/.test(token) && looksLikeToken(token)));
  const a = (length: number) => `svcapi_${'A'.repeat(length)}`;
  const others = ['', 'svcapi_', 'x'.repeat(50), a(42), a(44), `${a(42)}=`, a(43).toUpperCase(), `${a(43)}\n`];
  for (const text of others) t.false(looksLikeToken(text), JSON.stringify(text));
});

test('a token stands for its grant until it expires, and is listed without its secret', async (t) => {
  const { store, ofHost } = await granted(t);
  const { id, token } = await store.tokens.create({ ...ofHost, client_id: 'other' }, NOW);
  const { grant_id, ...principal } = (await store.tokens.principal(token, NOW + 9)) ?? {};
  t.deepEqual(principal, { ...ofHost, client_id: 'other' });
  t.like(await store.characters.grants('1:1', 'other', NOW), { length: 1, 0: { id: grant_id, ...principal } });
  t.is(await store.tokens.principal(token, NOW + 10), undefined);
  const listed = (await store.tokens.list()).find((each) => each.id === id);
  t.deepEqual(listed, {
    ...{ id, kind: 'host', client_id: 'other', account: null, character: { uid: '1:1', name: 'Hana Veil' } },
    ...{ permissions: ['character_read'], created_at: NOW, expires_at: NOW + 10, consumed_at: null },
    ...{ revoked_at: null, disabled_at: null, removed_at: null },
  });
});

test('permissions are in the order of their table, without those of a later version', async (t) => {
  const { address, store } = await granted(t);
  const token = await tokenFor(store, '1:1', ['faction_datacards_write', 'character_stats', 'character_auth']);
  const principal = await store.tokens.principal(token, NOW);
  await query(address, `insert into grant_permissions values ('${principal?.grant_id}', 'character_omniscience')`);
  t.deepEqual((await store.tokens.principal(token, NOW))?.permissions, [
    'character_auth',
    'character_stats',
    'faction_datacards_write',
  ]);
});

/** What ends a token at once; and whether a second time is told from the first one. */
const ends: Record<string, (parts: Awaited<ReturnType<typeof granted>>, token: string) => Promise<unknown>> = {
  'it is revoked': ({ store }, token) => store.tokens.revokeByHash(tokenHash(token), NOW),
  'the tokens of its grant are revoked': ({ store, id }) => store.tokens.revokeOfGrant(id, NOW),
  'its grant is ended': ({ store, id }) => store.grants.end(id, NOW),
  'its grant expires': ({ address, id }) => query(address, `update grants set expires_at = ${NOW} where id = '${id}'`),
  'its client is revoked': ({ store }) => store.clients.revoke('console', NOW),
  'its account is disabled': ({ store, account }) => store.accounts.disable(account, NOW),
  'its account loses the character': ({ store, account }) => store.accounts.removeCharacter(account, '1:1', NOW),
  'its account is removed': ({ store, account }) => store.accounts.remove(account, NOW),
  'its character is removed': ({ store }) => removeRows(store, 'character', [{ uid: '1:1' }], NOW),
};

for (const [when, end] of Object.entries(ends)) {
  test(`a token is invalid as soon as ${when}, and others stay valid`, async (t) => {
    const parts = await granted(t);
    const { store, add, isValid } = parts;
    const token = await add('access');
    const other = await tokenFor(store, '1:2', undefined, { clientId: 'other' });
    t.true(await isValid(token));
    await end(parts, token);
    t.false(await isValid(token));
    t.is((await store.tokens.principals([tokenHash(token)], NOW)).size, 0);
    if (when !== 'it is revoked' && !when.startsWith('the tokens'))
      t.is(await store.tokens.find(tokenHash(token), NOW), undefined);
    t.true(await isValid(other));
  });
}

test('a grant needs an existing client and character', async (t) => {
  const { store, ofHost } = await granted(t);
  for (const wrong of [{ client_id: 'nobody' }, { character_uid: '1:999' }])
    await t.throwsAsync(store.tokens.create({ ...ofHost, ...wrong }, NOW), { message: /foreign key/i });
});

test('a grant of an account is found until it expires; it is extended, and never shortened', async (t) => {
  const { store, account, grant, id } = await granted(t);
  const expected = { ...grant, id, created_at: NOW, name: null, last_used_at: null, last_used_from: null };
  t.deepEqual(await store.grants.find(id, NOW), expected);
  t.deepEqual(await store.grants.findFor(account, 'console', '1:1', NOW), expected);
  t.is(await store.grants.findFor(account, 'other', '1:1', NOW), undefined);
  t.is(await store.grants.findFor('nobody', 'console', '1:1', NOW), undefined);
  t.is(await store.grants.find(id, LATER), undefined);
  const { account_id: _, client_id: __, character_uid: ___, ...listed } = expected;
  t.deepEqual(await store.grants.ofAccount(account, NOW), [
    { ...listed, client: { id: 'console', name: 'Trade console' }, character: { uid: '1:1', name: 'Hana Veil' } },
  ]);
  await store.grants.extend(id, ['character_read', 'character_auth'], LATER + DAY);
  await store.grants.extend(id, [], NOW + 1);
  const permissions = ['character_auth', 'character_read'];
  t.like(await store.grants.find(id, NOW), { permissions, expires_at: LATER + DAY });
});

test('a refresh token gives no access, and is exchanged for the first time once', async (t) => {
  const { store, add, isValid } = await granted(t);
  const token = await add('refresh');
  t.false(await isValid(token));
  t.false(await isValid(newToken(SECRET_PREFIXES.refreshToken)));
  const hash = tokenHash(token);
  t.deepEqual((await Promise.all([1, 2, 3].map(() => store.tokens.consume(hash, NOW)))).filter(Boolean), [true]);
  await store.tokens.consume(hash, NOW + 5);
  t.is((await store.tokens.find(hash, NOW))?.consumed_at, NOW);
});

test('the use of a grant is recorded once a day, and that from another address once an hour', async (t) => {
  const { store, id, add } = await granted(t);
  const token = await add('access');
  const use = async (now: number, from: string | undefined, ...expected: unknown[]) => {
    await store.tokens.principal(token, now, from);
    const uses = async () => {
      const { last_used_at, last_used_from } = (await store.grants.find(id, NOW)) ?? {};
      return [last_used_at, last_used_from];
    };
    // No call waits for it.
    await until(async () => isDeepStrictEqual(await uses(), expected), { what: `the use at ${now} is recorded` });
  };
  await use(NOW, '192.0.2.1', NOW, '192.0.2.1');
  await store.tokens.principal(token, NOW + 3599, '2001:db8::2');
  await store.tokens.principal(token, NOW + 86_399, '192.0.2.1');
  await use(NOW + 3600, '2001:db8::2', NOW + 3600, '2001:db8::2');
  await use(NOW + 90_000, undefined, NOW + 90_000, '2001:db8::2');
  t.pass();
});

test('a client keeps what a change leaves out, until it is revoked', async (t) => {
  const { store, account } = await granted(t);
  await store.clients.create({ id: 'mine', name: 'Mine', owner_id: account, is_public: 1 }, NOW);
  t.true(await store.clients.update('mine', { redirect_uris: '["https://a.example/"]' }));
  const own = { id: 'mine', name: 'Mine', is_public: 1, redirect_uris: '["https://a.example/"]' };
  t.like(await store.clients.ofAccount(account), { length: 1, 0: own });
  await store.clients.revoke('mine', NOW);
  t.false(await store.clients.update('mine', { name: 'x' }));
  t.deepEqual(await store.clients.ofAccount(account), []);
  t.like(await store.clients.find('mine'), { ...own, revoked_at: NOW });
});
