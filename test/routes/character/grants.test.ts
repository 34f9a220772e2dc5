import test from 'ava';
import type { GrantRow } from '../../../src/model/access.js';
import { newToken, tokenHash } from '../../../src/store/token.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { loadRows } from '../../helpers/load-rows.js';
import { envelope } from '../../helpers/payload.js';
import { type Server, withServer } from '../../helpers/server.js';

const HOUR = 3600;

/** The grants of a character to the client of a token. */
async function grants({ call }: Server, uid: string, token: string) {
  return call(`/character/${uid}/permissions`, { headers: { Authorization: `Bearer ${token}` } });
}

function scopes(...scope: string[]) {
  return { attributes: { count: scope.length }, scope };
}

test('grants are listed with their expiry', withServer, async (t, server) => {
  const { store } = server;
  const sooner = ['character_stats', 'character_auth'] as const;
  const token = await tokenFor(store, '1:4', [...sooner], { expiresAt: NOW + HOUR });
  await tokenFor(store, '1:4', ['character_events'], { expiresAt: NOW + 2 * HOUR });
  const { status, json } = await grants(server, '1:4', token);
  t.is(status, 200);
  t.deepEqual(
    json,
    envelope('character_permissions', '/ws/v2.0/character/1:4/permissions', {
      permissions: {
        attributes: { count: 2 },
        permission: [
          { attributes: { expires: NOW + HOUR }, scopes: scopes('character_auth', 'character_stats') },
          { attributes: { expires: NOW + 2 * HOUR }, scopes: scopes('character_events') },
        ],
      },
    }),
  );
});

test('the grant of the presented token is listed first', withServer, async (t, server) => {
  const { store } = server;
  const tokens = [];
  for (const hours of [1, 2, 3]) {
    const expiresAt = NOW + hours * HOUR;
    tokens.push({ expiresAt, token: await tokenFor(store, '1:4', [], { expiresAt }) });
  }
  const sorted = tokens.map(({ expiresAt }) => expiresAt);
  for (const { expiresAt, token } of tokens) {
    const { permission } = (await grants(server, '1:4', token)).json.svcapi.permissions;
    const listed = permission.map(({ attributes }: { attributes: { expires: number } }) => attributes.expires);
    t.deepEqual(listed, [expiresAt, ...sorted.filter((other) => other !== expiresAt)]);
  }
});

test('the grant of the presented token has the permissions that this token holds', withServer, async (t, server) => {
  const { store } = server;
  const account = await store.accounts.create('Dorn', ['1:4'], NOW);
  const times = { created_at: NOW, expires_at: NOW + HOUR };
  const grant = { client_id: 'console', character_uid: '1:4', account_id: account, expires_at: NOW + HOUR };
  const id = await store.grants.create({ ...grant, permissions: ['character_read', 'character_credits'] }, NOW);
  for (const scope of ['character_credits', 'character_read', '']) {
    const token = newToken();
    await store.tokens.add({ hash: tokenHash(token), kind: 'access', grant_id: id, scope, ...times });
    const names = scope === '' ? [] : [scope];
    t.deepEqual((await grants(server, '1:4', token)).json.svcapi.permissions.permission, [
      { attributes: { expires: NOW + HOUR }, scopes: scopes(...names) },
    ]);
  }
});

test(
  'a client sees what any character has granted to it, until the second in which it expires',
  withServer,
  async (t, server) => {
    const { store, token, time } = server;
    const listed = async (as = token) => (await grants(server, '1:3', as)).json.svcapi;
    t.deepEqual(await listed(), { permissions: { attributes: { count: 0 }, permission: [] } });
    const other = await tokenFor(store, '1:3', ['character_read'], { clientId: 'other' });
    t.is((await listed()).permissions.attributes.count, 0, 'those to other clients are not listed');
    t.is((await listed(other)).permissions.attributes.count, 1);
    await tokenFor(store, '1:3', ['character_read'], { expiresAt: NOW + HOUR });
    t.deepEqual((await listed()).permissions.permission[0].scopes, scopes('character_read'));
    time.now = (NOW + HOUR - 1) * 1000;
    t.is((await listed()).permissions.attributes.count, 1);
    time.now = (NOW + HOUR) * 1000;
    t.is((await listed()).permissions.attributes.count, 0);
  },
);

test('a grant that was revoked is not listed', withServer, async (t, server) => {
  const { store, token } = server;
  const grant: GrantRow = {
    ...{ id: 'revocable', client_id: 'console', character_uid: '1:3', permissions: ['character_read'] },
    ...{ created_at: NOW, expires_at: NOW + HOUR, revoked_at: null },
    ...{ account_id: null, last_used_at: null, last_used_from: null, name: null },
  };
  const count = async () => (await grants(server, '1:3', token)).json.svcapi.permissions.attributes.count;
  await loadRows(store, 'grant', [grant]);
  t.is(await count(), 1);
  await loadRows(store, 'grant', [{ ...grant, revoked_at: NOW }]);
  t.is(await count(), 0);
});

test('a grant without permissions has an empty scope', withServer, async (t, server) => {
  const token = await tokenFor(server.store, '1:4', []);
  const { status, json } = await grants(server, '1:4', token);
  t.is(status, 200);
  t.deepEqual(json.svcapi.permissions.permission[0].scopes, scopes());
});

test('grants are those of a character, and a revoked client sees none', withServer, async (t, server) => {
  for (const [uid, status] of [
    ['1:999', 404],
    ['Nobody', 404],
    ['4:1', 400],
    ['%20', 400],
    ['hana%20veil', 200],
  ] as const)
    t.is((await grants(server, uid, server.token)).status, status, uid);
  t.true(await server.store.clients.revoke('console', NOW));
  t.is((await grants(server, '1:1', server.token)).status, 401);
});
