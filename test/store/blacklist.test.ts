import test from 'ava';
import { emptyStore } from '../helpers/database.js';
import { NOW } from '../helpers/galaxy.js';

const entry = { address: '192.0.2.7', created_at: NOW, expires_at: NOW + 60, reason: 'flood' };
const other = { address: '2001:db8::/64', created_at: NOW, expires_at: NOW + 30, reason: 'flood' };

test('valid entries are listed, those that expire first at the top', async (t) => {
  const { blacklist } = await emptyStore(t);
  await blacklist.add(entry);
  await blacklist.add(other);
  t.deepEqual(await blacklist.list(NOW), [other, entry]);
  t.deepEqual(await blacklist.list(NOW + 30), [entry]);
  t.deepEqual(await blacklist.list(NOW + 60), []);
});

test('an address has one entry, the latest', async (t) => {
  const { blacklist } = await emptyStore(t);
  await blacklist.add(entry);
  const later = { ...entry, created_at: NOW + 1, expires_at: NOW + 90, reason: 'again' };
  await blacklist.add(later);
  t.deepEqual(await blacklist.list(NOW), [later]);
});

test('an entry is removed once', async (t) => {
  const { blacklist } = await emptyStore(t);
  await blacklist.add(entry);
  await blacklist.add(other);
  t.true(await blacklist.remove(entry.address));
  t.false(await blacklist.remove(entry.address));
  t.deepEqual(await blacklist.list(NOW), [other]);
});

test('an entry is found by its address while it is valid', async (t) => {
  const { blacklist } = await emptyStore(t);
  await blacklist.add(entry);
  await blacklist.add(other);
  t.deepEqual(await blacklist.find(entry.address, NOW), entry);
  t.is(await blacklist.find(entry.address, entry.expires_at), undefined);
  t.is(await blacklist.find('192.0.2.8', NOW), undefined);
  t.deepEqual([await blacklist.count(NOW), await blacklist.count(NOW + 30)], [2, 1]);
});
