import { join } from 'node:path';
import test from 'ava';
import { openSqlite } from '../../src/store/sqlite/open.js';
import { tokenHash } from '../../src/store/token.js';
import { exportRecords } from '../../src/transfer/records.js';
import { temporaryFolder } from '../helpers/folder.js';
import { loadBatches } from '../helpers/load-rows.js';
import { exportAll, galaxy, NOW, send, storeWith } from './galaxy.js';

test('no row is lost or doubled between pages', async (t) => {
  const store = await storeWith(t, ...galaxy);
  const parties = { time: NOW, amount: 5, sender_uid: '20:7', receiver_uid: '1:12', communication: 'Tip' };
  const rights = { is_primary: 0, can_view_datacards: 0, can_manage_datacards: 0 } as const;
  let stored = 0;
  for (const count of [999, 1000, 1001, 2000]) {
    const added = Array.from({ length: count - stored }, (_, index) => 100 + stored + index);
    const uids = added.map((number) => `20:${number}`);
    await loadBatches(store, [
      { type: 'entity', rows: uids.map((uid) => ({ uid, name: `F${uid}`, owner_uid: null })) },
      { type: 'membership', rows: uids.map((faction_uid) => ({ character_uid: '1:12', faction_uid, ...rights })) },
      { type: 'transaction', rows: added.map((id) => ({ id, ...parties })) },
    ]);
    stored = count;
    const exported = (await exportAll(store)).trimEnd().split('\n');
    t.is(new Set(exported).size, galaxy.length + 3 * count);
    t.is(exported.length, galaxy.length + 3 * count);
  }
});

test('an export of the galaxy has no clients, grants or tokens', async (t) => {
  const store = await storeWith(t, ...galaxy);
  const grant = { client_id: 'app', character_uid: '1:12', permissions: [], expires_at: NOW + 60 };
  const { token } = await store.tokens.create(grant, NOW);
  const text = await exportAll(store, 'galaxy');
  const kinds = new Set(text.split('\n').flatMap((line) => /"kind":"(\w+)"/.exec(line)?.[1] ?? []));
  t.is([...kinds].sort().join(), 'character,datacard,entity,event,faction,membership,transaction');
  const whole = await exportAll(store);
  t.true(whole.startsWith(text));
  t.true(whole.includes(tokenHash(token)));
  t.false(whole.includes(token));
});

test('an export is a snapshot that ends with its count, and blocks no writer', async (t) => {
  const path = join(temporaryFolder(), 'galaxy.db');
  const [reader, writer] = [await openSqlite({ path }), await openSqlite({ path })];
  t.teardown(() => Promise.all([reader.close(), writer.close()]));
  await send(writer, [...galaxy]);
  const before = await exportAll(reader);
  const pieces = exportRecords(reader);
  t.teardown(() => pieces.return(undefined));
  let text = (await pieces.next()).value ?? '';
  await send(writer, [{ ...galaxy[8], id: 2 }]);
  for await (const piece of pieces) text += piece;
  t.is(text, `${before}{"kind":"end","records":${galaxy.length}}\n`);
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
