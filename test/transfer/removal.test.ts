import test from 'ava';
import { emptyStore, lastingDatabase, openTestStore, query } from '../helpers/database.js';
import { exportAll, galaxy, NOW, send } from './galaxy.js';
import { keys } from './random/apply-files.js';
import { read } from './samples.js';

const PERMANENT = ['datacard_change', 'use'];

for (const [kind, sample] of new Map(galaxy.map((record) => [record.kind, Object.entries(record)]))) {
  if (PERMANENT.includes(kind)) continue;
  test(`${kind}: a removal removes what is known, once`, async (t) => {
    const store = await emptyStore(t);
    const key = sample.filter(([name]) => (keys[kind] ?? ['uid']).includes(name));
    const record = { kind, ...Object.fromEntries(key), removed: true };
    const counts = (removed: number) => ({
      ...{ refused: [], result: { types: { [kind]: { read: 1, added: 0, removed, unchanged: 1 - removed } } } },
    });
    t.like(await send(store, [record]), counts(0));
    t.is(await exportAll(store), '');
    await send(store, [...galaxy]);
    t.like(await send(store, [record]), counts(1));
    const text = await exportAll(store);
    t.like(await send(store, [record], { now: NOW + 9 }), counts(0));
    t.is(await exportAll(store), text);
    for (const [field] of key) {
      t.deepEqual(read({ ...record, [field]: undefined }), { type: kind as never, reason: `${field} is missing` });
    }
  });
}

test('nothing of a removed character stays but its name', async (t) => {
  const address = await lastingDatabase(t);
  const store = await openTestStore(address);
  t.teardown(() => store.close());
  const texts = ['image', 'biography', 'short_description', 'gender'];
  const secrets = Object.fromEntries(texts.map((name) => [name, 'secret']));
  await send(store, [...galaxy, { ...galaxy[2], ...secrets }]);
  await send(store, [{ kind: 'character', uid: '1:12', name: 'Removed player', removed: true }]);
  const text = await exportAll(store);
  t.false(/secret|Ines Marsh/.test(text), text);
  t.true(text.includes('{"kind":"character","uid":"1:12","name":"Removed player","removed":true,"removed_at":'));
  const profile = `select ${texts.join(', ')} from characters where uid = '1:12'`;
  t.deepEqual(JSON.stringify(await query(address, profile)), JSON.stringify([{ ...secrets }]).replaceAll('secret', ''));
});

test('a removed datacard may name a removed owner, but no unknown one', async (t) => {
  const store = await emptyStore(t);
  await send(store, galaxy);
  const owner = { kind: 'faction', uid: '20:99', name: 'Gone', removed: true };
  const removed = { kind: 'datacard', owner: '20:99', entity: '2:4', removed: true };
  const both = ['14:3', '14:9'].map((uid) => ({ ...removed, uid }));
  const reason = /^the datacard 14:9 refers to 20:99, which is neither in these files nor in the database; add its/;
  t.regex((await send(store, both)).refused[1]?.reason ?? '', reason);
  t.like(await send(store, [owner, ...both]), { result: { types: { datacard: { removed: 2 } } } });
});
