import test from 'ava';
import { recordTypes } from '../../src/model/index.js';
import { emptyStore, lastingDatabase, openTestStore, query } from '../helpers/database.js';
import { exportAll, galaxy, NOW, send, storeWith } from './galaxy.js';
import { read } from './samples.js';

/** The keys of one of each kind in the sample galaxy. */
const keys: Record<string, object> = {
  faction: { uid: '20:7' },
  entity: { uid: '4:31' },
  character: { uid: '1:12' },
  membership: { character: '1:12', faction: '20:7' },
  datacard: { uid: '14:3' },
  event: { uid: '39:1' },
  transaction: { id: 1 },
  account: { id: 'a1' },
  account_character: { account: 'a1', character: '1:12' },
  client: { id: 'app' },
  grant: { id: 'g1' },
  token: { id: 't1' },
  idempotency_key: { client: 'app', character: '1:12', key: 'k1' },
  blacklist: { address: '192.0.2.7' },
  fact: { name: 'demo' },
};

const PERMANENT = ['datacard_change', 'use'];

test('the keys are those of every kind that can be removed', (t) => {
  t.deepEqual([...Object.keys(keys), ...PERMANENT].sort(), [...recordTypes].sort());
});

for (const [kind, key] of Object.entries(keys)) {
  test(`${kind}: a removal removes what is known, once`, async (t) => {
    const store = await emptyStore(t);
    const record = { kind, ...key, removed: true };
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
    for (const field of Object.keys(key)) {
      t.deepEqual(read({ ...record, [field]: undefined }), { type: kind as never, reason: `${field} is missing` });
    }
  });
}

const refused: [title: string, record: object, reason: string | RegExp][] = [
  [
    'a line of the audit trail',
    { kind: 'datacard_change', id: 1, removed: true },
    'a datacard_change cannot be removed: the audit trail keeps every line; leave out "removed"',
  ],
  [
    'a field that a removal has no use for',
    { kind: 'character', uid: '1:12', removed: true, credits: 5 },
    'a removed character record has no field “credits”: its fields are uid, name, removed, removed_at',
  ],
  [
    'a name of what leaves none',
    { kind: 'account', id: 'a1', removed: true, name: 'Ines' },
    'a removed account record has no field “name”: its fields are id, removed',
  ],
  ['false', { kind: 'faction', uid: '20:7', removed: false }, 'removed must be true, or be left out to keep it'],
  ['a text', { kind: 'faction', uid: '20:7', removed: 'yes' }, 'removed must be true or false, not “yes”'],
  ['a blank name', { kind: 'faction', uid: '20:7', removed: true, name: ' ' }, 'name is blank'],
  ['a uid of another type', { kind: 'faction', uid: '1:12', removed: true }, /^uid must be a uid “20:NUMBER”/],
];

for (const [title, record, reason] of refused) {
  test(`refuses in a removal: ${title}`, (t) => {
    const result = read(record);
    const given = 'reason' in result ? result.reason : '';
    if (typeof reason === 'string') t.is(given, reason);
    else t.regex(given, reason);
  });
}

const toRemoved: [title: string, removed: { uid: string; kind: string }, record: object][] = [
  ['a membership of a removed character', { kind: 'character', uid: '1:12' }, galaxy[3]],
  ['a membership of a removed faction', { kind: 'faction', uid: '20:7' }, galaxy[3]],
  ['a datacard of a removed faction', { kind: 'faction', uid: '20:7' }, { ...galaxy[6], assignments: [] }],
  ['an assignment to a removed place', { kind: 'entity', uid: '4:31' }, { ...galaxy[6], uid: '14:4' }],
  ['a valid grant of a removed character', { kind: 'character', uid: '1:12' }, { ...galaxy[10], id: 'g2' }],
  ['a link to a removed character', { kind: 'character', uid: '1:12' }, galaxy[17]],
];

for (const [title, thing, record] of toRemoved) {
  test(`refuses a reference to what was removed: ${title}`, async (t) => {
    const store = await storeWith(t, ...galaxy);
    await send(store, [{ ...thing, removed: true }]);
    const { refused } = await send(store, [record]);
    t.like(refused, [{ source: 'test.ndjson', line: 1 }]);
    const reason = ` refers to ${thing.uid}, which is removed (in the database); add its record, or leave this one out`;
    t.true(refused[0]?.reason.endsWith(reason), refused[0]?.reason);
  });
}

test('a link that is removed ends what its account has allowed for the character, and nothing else', async (t) => {
  const grant = { ...galaxy[10], account: 'a1' };
  const store = await storeWith(
    t,
    ...galaxy,
    { ...grant, id: 'g2' },
    { ...galaxy[11], id: 't2', hash: '0c'.repeat(32), grant: 'g2' },
  );
  const valid = async () => (await store.characters.grants('1:12', 'app', NOW)).map(({ id }) => id).sort();
  t.deepEqual(await valid(), ['g1', 'g2']);
  await send(store, [{ kind: 'account_character', account: 'a1', character: '1:12', removed: true }]);
  t.deepEqual(await valid(), ['g1']);
  t.is((await store.tokens.list()).find(({ id }) => id === 't2')?.revoked_at, NOW);
});

test('of a record and its removal, the later one holds', async (t) => {
  const store = await emptyStore(t);
  const removal = { kind: 'faction', uid: '20:7', removed: true };
  await send(store, [...galaxy, removal]);
  t.is(await store.entities.find('20:7'), undefined);
  const { result } = await send(store, [removal, galaxy[0], removal, galaxy[0]]);
  t.like(result, { types: { faction: { read: 4, added: 1, removed: 0, repeated: 3 } } });
  t.like(await store.entities.find('20:7'), { name: 'Harbour & Sons' });
});

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
