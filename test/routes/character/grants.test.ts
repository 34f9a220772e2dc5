import test from 'ava';
import { newToken, tokenHash } from '../../../src/store/token.js';
import { ask, expectAnswers } from '../../helpers/ask.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { envelope } from '../../helpers/payload.js';
import { type Server, withServer } from '../../helpers/server.js';

const HOUR = 3600;

/** The grants of a character to the client of a token, as `[expiry in hours, ...scopes]`. */
async function grants(server: Server, uid: string, token: string): Promise<(number | string)[][]> {
  const { permissions } = (await ask(server, `GET /character/${uid}/permissions`, token)).json.svcapi;
  type Grant = { attributes: { expires: number }; scopes: { attributes: { count: number }; scope: string[] } };
  return permissions.permission.map(({ attributes: { expires }, scopes }: Grant) => [
    (expires - NOW) / HOUR,
    ...scopes.scope,
  ]);
}

const scopes = (...scope: string[]) => ({ attributes: { count: scope.length }, scope });

test('grants are listed with their expiry, that of the presented token first', withServer, async (t, server) => {
  const make = (hours: number, ...permissions: Parameters<typeof tokenFor>[2] & {}) =>
    tokenFor(server.store, '1:4', permissions, { expiresAt: NOW + hours * HOUR });
  const first = await make(1, 'character_stats', 'character_auth');
  const second = await make(2, 'character_events');
  const { json } = await ask(server, 'GET /character/1:4/permissions', first);
  const permission = [
    { attributes: { expires: NOW + HOUR }, scopes: scopes('character_auth', 'character_stats') },
    { attributes: { expires: NOW + 2 * HOUR }, scopes: scopes('character_events') },
  ];
  const permissions = { attributes: { count: 2 }, permission };
  t.deepEqual(json, envelope('character_permissions', '/ws/v2.0/character/1:4/permissions', { permissions }));
  const third = await make(3);
  const one = [1, 'character_auth', 'character_stats'];
  const two = [2, 'character_events'];
  t.deepEqual(await grants(server, '1:4', first), [one, two, [3]]);
  t.deepEqual(await grants(server, '1:4', second), [two, one, [3]]);
  t.deepEqual(await grants(server, '1:4', third), [[3], one, two]);
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
    t.deepEqual(await grants(server, '1:4', token), [[1, ...(scope ? [scope] : [])]]);
  }
});

test('a client sees what any character has granted to it, until its last second', withServer, async (t, server) => {
  const { store, token, time } = server;
  const other = await tokenFor(store, '1:3', ['character_read'], { clientId: 'other' });
  t.deepEqual(await grants(server, '1:3', token), [], 'those to other clients are not listed');
  t.is((await grants(server, '1:3', other)).length, 1);
  const revocable = await tokenFor(store, '1:3', ['character_auth'], { expiresAt: NOW + HOUR });
  await tokenFor(store, '1:3', ['character_read'], { expiresAt: NOW + HOUR });
  t.is((await grants(server, '1:3', token)).length, 2);
  await store.grants.end((await store.tokens.principal(revocable, NOW))?.grant_id ?? '', NOW);
  t.deepEqual(await grants(server, '1:3', token), [[1, 'character_read']], 'a revoked one is not listed');
  time.now = (NOW + HOUR - 1) * 1000;
  t.is((await grants(server, '1:3', token)).length, 1);
  time.now = (NOW + HOUR) * 1000;
  t.deepEqual(await grants(server, '1:3', token), []);
  await expectAnswers(t, server, [
    ['GET /character/1:999/permissions', 404, 'not_found'],
    ['GET /character/Nobody/permissions', 404, 'not_found'],
    ['GET /character/4:1/permissions', 400, 'invalid_parameter'],
    ['GET /character/%20/permissions', 400, 'invalid_parameter'],
    ['GET /character/hana%20veil/permissions', 200],
  ]);
});
