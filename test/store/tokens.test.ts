import { readFileSync } from 'node:fs';
import test from 'ava';
import type { Permission } from '../../src/domain/permission.js';
import type { GrantRow, TokenRow } from '../../src/model/access.js';
import type { Store } from '../../src/store/store.js';
import { looksLikeToken, newToken, tokenHash } from '../../src/store/token.js';
import { newDatabase, onPostgres, openTestStore, query, type TestDatabase } from '../helpers/database.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { loadRows } from '../helpers/load-rows.js';

let database: TestDatabase;
let store: Store;
test.before(async () => {
  database = await newDatabase(true);
  store = await openTestStore(database.address);
});
test.after.always(async () => {
  await store.close();
  await database.release();
});

const grant = { client_id: 'console', character_uid: '1:2', permissions: ['character_read'] as Permission[] };

test('a token is 256 random bits behind a prefix that is recognised', (t) => {
  const tokens = Array.from({ length: 1000 }, newToken);
  t.is(new Set(tokens).size, 1000);
  for (const token of tokens) {
    t.regex(token, /^svcapi_[\w-]{43}$/);
    t.is(Buffer.from(token.slice(7), 'base64url').length, 32);
    t.true(looksLikeToken(token));
  }
});

for (const text of [
  '',
  'svcapi_',
  'x'.repeat(50),
  `svcapi_${'A'.repeat(42)}`,
  `svcapi_${'A'.repeat(44)}`,
  `svcapi_${'A'.repeat(42)}=`,
  `SVCAPI_${'A'.repeat(43)}`,
  `svcapi_${'A'.repeat(43)}\n`,
]) {
  test(`${JSON.stringify(text)} is no token`, async (t) => {
    t.false(looksLikeToken(text));
    t.is(await store.tokens.principal(text, NOW), undefined);
  });
}

(onPostgres ? test.skip : test)('a token is stored as its hash alone, in the file and in its log', async (t) => {
  const { token, id } = await store.tokens.create({ ...grant, expires_at: NOW + 10 }, NOW);
  t.truthy(await store.tokens.principal(token, NOW));
  const stored = Buffer.concat(['', '-wal'].map((end) => readFileSync(database.address + end)));
  t.true(stored.includes(tokenHash(token)));
  t.true(stored.includes(id));
  t.false(stored.includes(token));
  t.false(stored.includes(token.slice('svcapi_'.length)));
  t.false(stored.includes('svcapi_'));
});

test('a token stands for its grant until it expires', async (t) => {
  const { token } = await store.tokens.create({ ...grant, expires_at: NOW + 10 }, NOW);
  const granted = await store.characters.grants('1:2', 'console', NOW);
  const principal = {
    grant_id: (await store.tokens.principal(token, NOW))?.grant_id,
    client_id: 'console',
    character_uid: '1:2',
    permissions: ['character_read'],
    expires_at: NOW + 10,
  };
  t.true(granted.some(({ id, expires_at }) => id === principal.grant_id && expires_at === NOW + 10));
  t.deepEqual(await store.tokens.principal(token, NOW), principal);
  t.deepEqual(await store.tokens.principal(token, NOW + 9), principal);
  t.is(await store.tokens.principal(token, NOW + 10), undefined);
});

test('permissions are in the order of their table', async (t) => {
  const token = await tokenFor(store, '1:1', ['faction_datacards_write', 'character_stats', 'character_auth']);
  const principal = await store.tokens.principal(token, NOW);
  t.deepEqual(principal?.permissions, ['character_auth', 'character_stats', 'faction_datacards_write']);
});

test('a permission of a later version is not held', async (t) => {
  const { id, token } = await store.tokens.create({ ...grant, expires_at: NOW + 10 }, NOW);
  await query(
    database.address,
    `insert into grant_permissions select grant_id, 'character_omniscience' from tokens where id = '${id}'`,
  );
  t.deepEqual((await store.tokens.principal(token, NOW))?.permissions, ['character_read']);
});

test('a revoked token is invalid at once, and cannot be revoked again', async (t) => {
  const { token, id } = await store.tokens.create({ ...grant, expires_at: NOW + 10 }, NOW);
  const other = await tokenFor(store, '1:2');
  t.true(await store.tokens.revoke(id, NOW + 1));
  t.is(await store.tokens.principal(token, NOW), undefined);
  t.truthy(await store.tokens.principal(other, NOW));
  t.false(await store.tokens.revoke(id, NOW + 2));
  t.false(await store.tokens.revoke('nothing', NOW));
});

for (const [end, change] of [
  ['is revoked', { revoked_at: NOW }],
  ['expires', { expires_at: NOW }],
] as const) {
  test.serial(`a token is invalid as soon as its grant ${end}`, async (t) => {
    const row: GrantRow = {
      ...{ ...grant, id: end, account_id: null, name: null, last_used_at: null, last_used_from: null },
      ...{ created_at: NOW, expires_at: NOW + 10, revoked_at: null },
    };
    const secret = newToken();
    const of: TokenRow = {
      ...{ kind: 'access', scope: null, consumed_at: null },
      id: end,
      hash: tokenHash(secret),
      grant_id: end,
      created_at: NOW,
      expires_at: NOW + 10,
      revoked_at: null,
    };
    await loadRows(store, 'grant', [row]);
    await loadRows(store, 'token', [of]);
    t.truthy(await store.tokens.principal(secret, NOW));
    await loadRows(store, 'grant', [{ ...row, ...change }]);
    t.is(await store.tokens.principal(secret, NOW), undefined);
    t.is(await store.tokens.find(tokenHash(secret), NOW), undefined);
    t.is((await store.tokens.principals([tokenHash(secret)], NOW)).size, 0);
  });
}

test('revoking a client ends its own tokens, and no others', async (t) => {
  await store.clients.create({ id: 'brief', name: 'Brief' }, NOW);
  const token = await tokenFor(store, '1:2', undefined, { clientId: 'brief' });
  const other = await tokenFor(store, '1:2', undefined, { clientId: 'other' });
  t.true(await store.clients.revoke('brief', NOW));
  t.is(await store.tokens.principal(token, NOW), undefined);
  t.truthy(await store.tokens.principal(other, NOW));
  t.false(await store.clients.revoke('brief', NOW));
  t.like(await store.clients.find('brief'), { id: 'brief', name: 'Brief', revoked_at: NOW });
});

test('the list of tokens shows everything but the tokens', async (t) => {
  const { id, token } = await store.tokens.create({ ...grant, client_id: 'other', expires_at: NOW + 10 }, NOW);
  const listed = (await store.tokens.list()).find((each) => each.id === id);
  t.deepEqual(listed, {
    id,
    kind: 'host',
    client_id: 'other',
    account: null,
    character: { uid: '1:2', name: 'Bram Oster' },
    permissions: ['character_read'],
    created_at: NOW,
    expires_at: NOW + 10,
    consumed_at: null,
    revoked_at: null,
    disabled_at: null,
    removed_at: null,
  });
  t.false(JSON.stringify(await store.tokens.list()).includes(token));
  t.false(JSON.stringify(await store.tokens.list()).includes(tokenHash(token)));
});

test('a grant needs an existing client and character', async (t) => {
  await t.throwsAsync(store.tokens.create({ ...grant, client_id: 'nobody', expires_at: NOW }, NOW), {
    message: /foreign key/i,
  });
  await t.throwsAsync(store.tokens.create({ ...grant, character_uid: '1:999', expires_at: NOW }, NOW), {
    message: /foreign key/i,
  });
});
