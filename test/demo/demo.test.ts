import test from 'ava';
import { demoCharacter, demoClient, demoUids, generateDemo, loadDemo } from '../../src/demo/load-demo.js';
import { characterName, factionName } from '../../src/demo/names.js';
import { MAX_SIZE, settingOf } from '../../src/demo/setting.js';
import { EPOCH } from '../../src/domain/galactic-time.js';
import { nameKey } from '../../src/domain/text.js';
import { type Rows, type RowType, rowModels } from '../../src/model/index.js';
import { emptyStore } from '../helpers/database.js';
import { NOW } from '../transfer/galaxy.js';

type Galaxy = { [K in RowType]: Rows[K][] };

const options = { size: 1, seed: 1, now: NOW };

/** All rows of a demo galaxy, by type. */
function generate(changes: Partial<typeof options> = {}): Galaxy {
  const rows = Object.fromEntries(Object.keys(rowModels).map((type) => [type, []])) as unknown as Galaxy;
  for (const batch of generateDemo({ ...options, ...changes })) rows[batch.type].push(...(batch.rows as never[]));
  return rows;
}

const demo = generate();
const own = demoCharacter.uid;

test('size 1 holds what it promises', (t) => {
  const { character, datacard, transaction, event, client } = demo;
  const counts = [character, datacard, transaction, event, client].map(({ length }) => length);
  t.deepEqual(counts, [200, 300, 20_000, 2000, 1]);
  const types = (type: number) => demo.entity.filter(({ uid }) => uid.startsWith(`${type}:`)).length;
  t.deepEqual([20, 22, 2, 3, 4, 12, 13].map(types), [12, 10, 24, 8, 90, 6, 4]);
  t.true(demo.membership.length > 150);
});

test('the same options make the same galaxy, and others another', (t) => {
  const small = (changes: object = {}) => JSON.stringify(generate({ size: 0.02, ...changes }));
  t.is(small(), small());
  const others = [small({ seed: 2 }), small({ seed: 2 ** 40 + 1 }), small({ now: NOW + 1 }), small({ size: 0.03 })];
  t.is(new Set([small(), ...others]).size, 5);
});

test('options out of range are refused', (t) => {
  const sizes = [0, -1, Number.NaN, MAX_SIZE + 1].map((size) => ({ size }));
  for (const bad of [...sizes, { seed: 0.5 }, { now: EPOCH }])
    t.throws(() => generate(bad), { instanceOf: RangeError }, JSON.stringify(bad));
});

for (const size of [0.001, 3]) {
  test(`size ${size}: all references lead somewhere, credits follow from the ledger, and time goes forward`, (t) => {
    const { entity, character, membership, datacard, transaction, event } = generate({ size });
    const uids = [...entity, ...character, ...datacard, ...event].map(({ uid }) => uid);
    const known = new Set<string | null>([null, ...uids]);
    t.is(known.size, uids.length + 1, 'a uid comes twice');
    const named = [
      ...[own, ...Object.values(demoUids)],
      ...entity.map(({ owner_uid }) => owner_uid),
      ...character.map(({ race_uid }) => race_uid),
      ...membership.flatMap(({ character_uid, faction_uid }) => [character_uid, faction_uid]),
      ...datacard.flatMap((card) => [card.owner_uid, card.entity_uid, ...card.assignments.map((a) => a.location_uid)]),
      ...transaction.flatMap(({ sender_uid, receiver_uid }) => [sender_uid, receiver_uid]),
      ...event.map(({ receiver_uid }) => receiver_uid),
    ];
    const unknown = [...new Set(named)].filter((uid) => !known.has(uid));
    t.deepEqual(unknown, []);
    const balances = new Map<string, number>();
    for (const { sender_uid, receiver_uid, amount } of transaction) {
      const left = (balances.get(sender_uid) ?? 0) - amount;
      balances.set(sender_uid, left);
      balances.set(receiver_uid, (balances.get(receiver_uid) ?? 0) + amount);
      if (left < 0 && sender_uid !== '20:2') t.fail(`${sender_uid} owes ${-left}.`);
      if (sender_uid === receiver_uid || !Number.isSafeInteger(amount) || amount < 0)
        t.fail(`${sender_uid} gives ${amount}.`);
    }
    for (const { uid, credits } of character) t.is(credits, balances.get(uid) ?? Number.NaN, uid);
    for (const times of [transaction, event].map((rows) => rows.map(({ time }) => time))) {
      t.true(times.every((time, index) => time >= (times[index - 1] ?? EPOCH) && time <= NOW));
    }
    t.true(transaction.every(({ id }, index) => id === index + 1));
  });
}

test('a galaxy can begin at the epoch', (t) => {
  const { transaction, character, event } = generate({ now: EPOCH + 86_401, size: 0.05 });
  const times = [...[...transaction, ...event].map(({ time }) => time), ...character.map((each) => each.last_login)];
  t.true(times.every((time) => time >= EPOCH && time <= EPOCH + 86_401));
});

test('names are unique but for case, at the largest size too', (t) => {
  const { counts } = settingOf({ ...options, size: MAX_SIZE });
  const names = (count: number, nameOf: (number: number) => string) =>
    new Set(Array.from({ length: count }, (_, number) => nameKey(nameOf(number)))).size;
  t.is(names(counts.characters, characterName), 20_000);
  t.is(names(counts.factions, factionName), 120);
});

test('datacards have uses left, at places of their owner', (t) => {
  const owners = new Map(demo.entity.map(({ uid, owner_uid }) => [uid, owner_uid]));
  for (const { owner_uid, assignments, total_uses } of demo.datacard) {
    const used = assignments.reduce((sum, { uses }) => sum + uses, 0);
    t.true(total_uses === -1 || used <= total_uses);
    t.is(new Set(assignments.map(({ location_uid }) => location_uid)).size, assignments.length);
    for (const { location_uid } of assignments) t.is(owners.get(location_uid), owner_uid);
  }
  t.true(demo.datacard.filter(({ total_uses }) => total_uses === -1).length > 20);
  t.true(demo.datacard.filter(({ assignments }) => assignments.length > 0).length > 75);
});

test('profiles are private and public, memberships have differing rights, and each faction has a manager', (t) => {
  const hidden = demo.character.filter(({ is_private }) => is_private).length;
  t.true(hidden > 20 && hidden < 80);
  const rights = demo.membership.map((m) => `${m.can_view_datacards} ${m.can_manage_datacards} ${m.is_primary}`);
  t.true(new Set(rights).size >= 5);
  const managed = new Set(demo.membership.flatMap((m) => (m.can_manage_datacards ? [m.faction_uid] : [])));
  for (const { uid } of demo.entity) t.true(!uid.startsWith('20:') || managed.has(uid), uid);
});

for (const [size, seed] of [
  [1, 1],
  [5, 2],
] as const) {
  test(`the demo character can be tried with (size ${size}, seed ${seed})`, (t) => {
    const { character, membership, datacard, event, transaction } = generate({ size, seed });
    t.like(character[0], { ...demoCharacter, is_private: 0 });
    const rights = { is_primary: 1, can_view_datacards: 1, can_manage_datacards: 1 } as const;
    t.like(membership[0], { character_uid: own, faction_uid: demoUids.faction, ...rights });
    const cards = datacard.filter(({ owner_uid }) => owner_uid === demoUids.faction);
    t.true(cards.length >= 12);
    const assignments = [{ location_uid: demoUids.facility, uses: 120 }];
    t.like(cards[0], { uid: demoUids.datacard, total_uses: 500, assignments });
    t.like(event[0], { uid: demoUids.event, receiver_uid: own });
    t.true(event.filter(({ receiver_uid }) => receiver_uid === own).length > 40);
    const log = transaction.filter(({ sender_uid, receiver_uid }) => [sender_uid, receiver_uid].includes(own));
    t.true(log.length > 1000, `${log.length} transactions`);
  });
}

test('loading the demo fills an empty database, records its size and seed, and lets timers run', async (t) => {
  const store = await emptyStore(t);
  const small = generate({ size: 0.2 });
  const seen: number[] = [];
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  t.teardown(() => clearInterval(timer));
  await loadDemo(store, { ...options, size: 0.2, onProgress: (progress) => seen.push(progress) });
  t.true(turns > 0);
  const rows = Object.values(small).reduce((sum, { length }) => sum + length, 0);
  t.is(await store.metadata.get('demo'), '{"size":0.2,"seed":1}');
  t.is(seen.at(-1), rows);
  t.like(await store.characters.profile(own), { ...demoCharacter, credits: small.character[0]?.credits });
  t.is((await store.creditLog.page(own, { startId: 1, startIndex: 1, itemCount: 5 })).total, 1000);
  const cards = small.datacard.filter((card) => card.owner_uid === demoUids.faction);
  t.is((await store.datacards.ofFaction(demoUids.faction)).length, cards.length);
  t.like(await store.clients.find(demoClient.id), demoClient);
});

test('an abort in the middle of loading keeps nothing', async (t) => {
  const store = await emptyStore(t);
  const controller = new AbortController();
  const onProgress = (records: number) => records > 2000 && controller.abort(new Error('enough'));
  const loading = loadDemo(store, { ...options, size: 0.2, signal: controller.signal, onProgress });
  await t.throwsAsync(loading, { message: 'enough' });
  t.true(await store.metadata.isEmpty());
});
