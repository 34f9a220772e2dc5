import { join } from 'node:path';
import test from 'ava';
import { loadDemo } from '../../src/demo/load-demo.js';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { openSqlite } from '../../src/store/sqlite/open.js';
import type { Store } from '../../src/store/store.js';
import { tokenHash } from '../../src/store/token.js';
import { exportRecords } from '../../src/transfer/records.js';
import { emptyStore } from '../helpers/database.js';
import { temporaryFolder } from '../helpers/folder.js';
import { loadRows } from '../helpers/load-rows.js';
import { file, galaxy, importAll, lines, NOW, send, storeWith } from './galaxy.js';

async function exportAll(store: Store): Promise<string> {
  let text = '';
  for await (const piece of exportRecords(store)) text += piece;
  return text;
}

/** Every row of the galaxy's tables, read without the store. */
function contentsOf(path: string) {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = [
    ...['entities', 'characters', 'memberships', 'datacards', 'assignments', 'transactions', 'events'],
    ...['accounts', 'account_characters', 'clients', 'grants', 'grant_permissions'],
  ];
  const contents = tables.map(
    (table) => [table, database.prepare(`select * from ${table} order by 1, 2`).all()] as const,
  );
  database.close();
  return Object.fromEntries(contents);
}

test('an export, imported into an empty database, makes the same galaxy', async (t) => {
  const path = temporaryFolder();
  const [from, to] = [join(path, 'from.db'), join(path, 'to.db')];

  const first = await openSqlite({ path: from });
  await loadDemo(first, { size: 0.05, seed: 7, now: NOW });
  await send(first, [...galaxy.slice(2)], { keepGoing: true });
  const renamed = galaxy.map((record) => ({ ...record, ...(record.kind === 'faction' && { name: 'Renamed' }) }));
  await send(first, renamed, { keepGoing: true });
  await first.datacards.assign('14:1', '4:2', 33);
  await first.datacards.revoke('14:1', '4:1');
  await first.tokens.create({ client_id: 'demo', character_uid: '1:1', permissions: [], expires_at: NOW + 9 }, NOW);
  const text = await exportAll(first);
  await first.close();

  const second = await openSqlite({ path: to });
  const { refused } = await importAll(second, file(text));
  t.deepEqual(refused, []);
  t.is(await exportAll(second), text);
  await second.close();

  const [before, after] = [contentsOf(from), contentsOf(to)];
  t.deepEqual(after, before);
  t.true(Object.values(before).every((rows) => rows.length > 0));
});

test('no row is lost or doubled between pages', async (t) => {
  const store = await storeWith(t, ...galaxy);
  const faction = (number: number) => ({ uid: `20:${number + 100}`, name: `F${number}`, owner_uid: null });
  const membership = (number: number) => ({
    ...{ character_uid: '1:12', faction_uid: `20:${number + 100}` },
    ...({ is_primary: 0, can_view_datacards: 0, can_manage_datacards: 0 } as const),
  });
  const transaction = (number: number) => ({
    ...{ id: number + 2, time: NOW, amount: 5, communication: 'Tip' },
    ...{ sender_uid: '20:7', receiver_uid: '1:12' },
  });
  let stored = 0;
  for (const count of [999, 1000, 1001, 2000]) {
    const added = Array.from({ length: count - stored }, (_, index) => stored + index);
    await loadRows(store, 'entity', added.map(faction));
    await loadRows(store, 'membership', added.map(membership));
    await loadRows(store, 'transaction', added.map(transaction));
    stored = count;
    const records = galaxy.length + 3 * count;
    const text = await exportAll(store);
    t.is(new Set(text.split('\n')).size, records + 2);
    t.is(text.split('\n').length, records + 2);
  }
});

test('an export of the galaxy has no clients, grants or tokens', async (t) => {
  const store = await storeWith(t, ...galaxy);
  const grant = { client_id: 'app', character_uid: '1:12', permissions: [], expires_at: NOW + 60 };
  const { token } = await store.tokens.create(grant, NOW);
  await store.blacklist.add({ address: '192.0.2.7', created_at: NOW, expires_at: NOW + 60, reason: '' });
  let text = '';
  for await (const piece of exportRecords(store, 'galaxy')) text += piece;
  const kinds = new Set(text.split('\n').flatMap((line) => /"kind":"(\w+)"/.exec(line)?.[1] ?? []));
  t.is([...kinds].sort().join(), 'character,datacard,end,entity,event,faction,membership,transaction');
  const whole = await exportAll(store);
  t.true(whole.startsWith(text.replace(/.*\n$/, '')));
  t.true(whole.includes(tokenHash(token)));
  t.false(whole.includes(token));
});

test('a character that changed its primary faction can be imported again', async (t) => {
  const membership = (faction: string, primary: boolean) => ({ ...galaxy[3], faction, primary });
  const base = [...galaxy.slice(0, 3), { kind: 'faction', uid: '20:1', name: 'New' }];
  const [before, after] = [await emptyStore(t), await emptyStore(t)];
  await send(before, [...base, membership('20:7', true)]);
  await send(after, [...base, membership('20:1', true), membership('20:7', false)]);
  const { refused } = await importAll(before, file(await exportAll(after)));
  t.deepEqual(refused, []);
});

test('an export is a snapshot, and blocks no writer', async (t) => {
  const path = join(temporaryFolder(), 'galaxy.db');
  const [reader, writer] = [await openSqlite({ path }), await openSqlite({ path })];
  t.teardown(() => Promise.all([reader.close(), writer.close()]));
  await send(writer, [...galaxy]);
  const before = await exportAll(reader);

  const pieces = exportRecords(reader);
  t.teardown(() => pieces.return(undefined));
  const first = await pieces.next();
  await send(writer, [{ ...galaxy[8], id: 2 }]);
  let text = first.value ?? '';
  for await (const piece of pieces) text += piece;
  t.is(text, before);
  t.true((await exportAll(reader)).includes('"id":2'));
});

test('an abandoned export releases the store', async (t) => {
  const store = await storeWith(t, ...galaxy);
  for await (const piece of exportRecords(store)) {
    t.truthy(piece);
    break;
  }
  await store.metadata.set('still', 'here');
  t.is(await store.metadata.get('still'), 'here');
});

test('an export within a transaction shows its changes', async (t) => {
  const store = await emptyStore(t);
  await store.transaction(async (within) => {
    await within.clients.create({ id: 'app', name: 'App' }, NOW);
    const client = { kind: 'client', id: 'app', name: 'App', created_at: NOW, revoked_at: null };
    t.is(await exportAll(within), lines(client, { kind: 'end', records: 1 }));
  });
  t.truthy(await store.clients.find('app'));
});
