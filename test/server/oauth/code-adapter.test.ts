import test from 'ava';
import { adapters } from '../../../src/server/oauth/adapter.js';
import { emptyStore } from '../../helpers/database.js';
import { loadGalaxy, NOW } from '../../helpers/galaxy.js';

test('of two requests that have found a code, the second to consume it is refused and ends the grant', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const account_id = await store.accounts.create('Hana', ['1:1'], NOW);
  const grant = { account_id, client_id: 'console', character_uid: '1:1', permissions: [], expires_at: NOW + 60 };
  const grantId = await store.grants.create(grant, NOW);
  const options = { accessTokenLifetime: 60, refreshTokenLifetime: 60, grantLifetime: 60 };
  const refuseCode = () => new Error('used already');
  const parts = { store, now: () => NOW, options, context: () => undefined, refuseCode };
  const adapter = adapters(parts)('AuthorizationCode');
  await adapter.upsert('a-code', { kind: 'AuthorizationCode', grantId }, 60);
  const found = await Promise.all([adapter.find('a-code'), adapter.find('a-code')]);
  t.deepEqual(
    found.map((code) => code?.consumed),
    [undefined, undefined],
  );
  await adapter.consume?.('a-code');
  t.truthy(await store.grants.find(grantId, NOW));
  await t.throwsAsync(async () => adapter.consume?.('a-code'), { message: 'used already' });
  t.is(await store.grants.find(grantId, NOW), undefined);
});
