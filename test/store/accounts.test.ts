import test from 'ava';
import { emptyStore } from '../helpers/database.js';
import { loadGalaxy, NOW, tokenFor } from '../helpers/galaxy.js';
import { until } from '../helpers/until.js';

/** Accounts with their sessions, and the blacklist. */

const DAY = 86_400;

async function people(t: Parameters<typeof emptyStore>[0]) {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const id = await store.accounts.create('Hana', ['1:1', '1:2'], NOW);
  return { store, id };
}

test('an account is found by its id and, without regard to case, by its name, which no other has', async (t) => {
  const { store, id } = await people(t);
  const account = {
    ...{ id, name: 'Hana', password_hash: null, provider_issuer: null, provider_subject: null },
    ...{ created_at: NOW, disabled_at: null, last_sign_in_at: null },
    characters: [
      { uid: '1:1', name: 'Hana Veil' },
      { uid: '1:2', name: 'Bram Oster' },
    ],
  };
  t.deepEqual(await store.accounts.find(id), account);
  t.deepEqual(await store.accounts.findByName(' hANA'), account);
  await t.throwsAsync(store.accounts.create('HANA', [], NOW));
  t.deepEqual(await store.accounts.list(), [account]);
  t.is(await store.accounts.findByName('Hana Veil'), undefined);
  t.true(await store.accounts.recordSignIn(account, NOW + 5));
  t.is((await store.accounts.find(id))?.last_sign_in_at, NOW + 5);
  t.true(await store.accounts.removeCharacter(id, '1:2', NOW));
  t.false(await store.accounts.removeCharacter(id, '1:2', NOW));
  for (let times = 0; times < 2; times += 1) await store.accounts.addCharacter(id, '1:3');
  t.like(await store.accounts.find(id), { characters: { length: 2, 0: { uid: '1:1' }, 1: { uid: '1:3' } } });
});

const session = (account_id: string | null, uid = 'u') => ({ uid, account_id, expires_at: NOW + DAY });

test('a session keeps its last use when it is saved again, and records from where it is used', async (t) => {
  const { store, id } = await people(t);
  const hash = '0a'.repeat(32);
  const use = { last_used_at: NOW, last_used_from: '192.0.2.1' };
  await store.sessions.save(hash, { ...session(id), ...use });
  await store.sessions.save(hash, session(id));
  t.like(await store.sessions.find(hash, NOW), use);
  await store.sessions.find(hash, NOW + 3600, '192.0.2.2');
  const last = async () => (await store.sessions.find(hash, NOW))?.last_used_from;
  await until(async () => (await last()) === '192.0.2.2', { what: 'the use is recorded' });
});

test('disabling an account ends its sessions and stops its tokens, until it is enabled', async (t) => {
  const { store, id } = await people(t);
  const grant = { client_id: 'console', character_uid: '1:1', permissions: [], expires_at: NOW + DAY };
  const { token } = await store.tokens.create(grant, NOW, id);
  const ofHost = await tokenFor(store, '1:1');
  await store.sessions.save('0a'.repeat(32), session(id));
  t.deepEqual([await store.accounts.disable(id, NOW), await store.accounts.disable(id, NOW)], [true, false]);
  t.truthy(await store.tokens.principal(ofHost, NOW));
  await store.sessions.save('0b'.repeat(32), session(id, 'v'));
  for (const hash of ['0a', '0b']) t.is(await store.sessions.find(hash.repeat(32), NOW), undefined);
  t.deepEqual([await store.accounts.enable(id), await store.accounts.enable(id)], [true, false]);
  t.truthy(await store.tokens.principal(token, NOW));
});

test('an account is found by the person at the provider, who has no other', async (t) => {
  const { store, id } = await people(t);
  const identity = { issuer: 'https://login.example/', subject: '7' };
  const find = async (changes = {}) => (await store.accounts.findByIdentity({ ...identity, ...changes }))?.id;
  await store.accounts.setIdentity(id, identity);
  t.is(await find(), id);
  for (const changes of [{ issuer: 'https://login.example' }, { subject: '07' }]) t.is(await find(changes), undefined);
  const other = await store.accounts.create('Bram', [], NOW);
  await t.throwsAsync(store.accounts.setIdentity(other, identity));
  await store.accounts.setIdentity(id, null);
  t.is(await find(), undefined);
  await store.accounts.setIdentity(other, identity);
  t.is(await find(), other);
});

test('an address has one entry of the blacklist, the latest, until it ends or is removed', async (t) => {
  const { blacklist } = await emptyStore(t);
  const entry = { address: '192.0.2.7', created_at: NOW, expires_at: NOW + 60, reason: 'flood' };
  const other = { ...entry, address: '2001:db8::/64', expires_at: NOW + 30 };
  for (const each of [{ ...entry, expires_at: NOW + 10 }, entry, other]) await blacklist.add(each);
  t.deepEqual(await blacklist.list(NOW), [other, entry]);
  t.deepEqual([await blacklist.list(NOW + 30), await blacklist.count(NOW + 30)], [[entry], 1]);
  t.deepEqual(await blacklist.find(entry.address, NOW), entry);
  t.is(await blacklist.find(entry.address, NOW + 60), undefined);
  t.deepEqual(await blacklist.among(['192.0.2.8', other.address], NOW), [other.address]);
  t.deepEqual([await blacklist.remove(entry.address), await blacklist.remove(entry.address)], [true, false]);
  t.deepEqual(await blacklist.list(NOW), [other]);
});
