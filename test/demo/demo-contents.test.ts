import test from 'ava';
import { generateDemo, MAX_SIZE } from '../../src/demo/load-demo.js';
import { characterName, factionName } from '../../src/demo/names.js';
import { settingOf } from '../../src/demo/setting.js';
import { EPOCH } from '../../src/domain/galactic-time.js';
import { nameKey } from '../../src/domain/text.js';
import type { Rows } from '../../src/model/index.js';
import { readRecord, toRecords } from '../../src/transfer/records.js';
import { NOW } from '../transfer/galaxy.js';
import { digest, generate, options } from './demo-galaxy.js';
import { testDemoCharacter, testRules } from './rules.js';

type Counts = ReturnType<typeof settingOf>['counts'];

const demo = generate();

test('size 1 holds what it promises', (t) => {
  t.is(demo.character.length, 200);
  t.is(demo.datacard.length, 300);
  t.is(demo.transaction.length, 20_000);
  t.is(demo.event.length, 2000);
  t.is(demo.client.length, 1);
  const types = (type: number) => demo.entity.filter(({ uid }) => uid.startsWith(`${type}:`)).length;
  t.deepEqual([20, 22, 2, 3, 4, 12, 13].map(types), [12, 10, 24, 8, 90, 6, 4]);
  t.true(demo.membership.length > 150);
});

test('the size scales everything but types, and factions with its root', (t) => {
  const [one, hundred] = [1, 100].map((size) => settingOf({ ...options, size }).counts) as [Counts, Counts];
  for (const name of ['characters', 'facilities', 'datacards', 'transactions', 'events'] as const) {
    t.is(hundred[name], one[name] * 100, name);
  }
  t.is(hundred.factions, 120);
});

test('the same options make the same galaxy, and others another', (t) => {
  const one = digest();
  t.is(digest(), one);
  const others = [digest({ seed: 2 }), digest({ seed: 2 ** 40 + 1 }), digest({ now: NOW + 1 }), digest({ size: 0.03 })];
  t.is(new Set([one, ...others]).size, 5);
});

test('a batch is made when it is asked for, however large the galaxy is', (t) => {
  const first = generateDemo({ ...options, size: MAX_SIZE }).next().value;
  t.is(first?.type, 'entity');
  t.true((first?.rows.length ?? 0) <= 500);
});

for (const bad of [
  { size: 0 },
  { size: -1 },
  { size: Number.NaN },
  { size: MAX_SIZE + 1 },
  { seed: 0.5 },
  { now: EPOCH },
]) {
  test(`refuses ${JSON.stringify(bad)}`, (t) => {
    t.throws(() => generate(bad), { instanceOf: RangeError });
  });
}

for (const size of [0.001, 0.05, 1]) testRules(size);

test('a galaxy can begin at the epoch', (t) => {
  const { transaction, character, event } = generate({ now: EPOCH + 86_401, size: 0.05 });
  const times = [...transaction, ...event]
    .map(({ time }) => time)
    .concat(character.map(({ last_login }) => last_login));
  t.true(times.every((time) => time >= EPOCH && time <= EPOCH + 86_401));
});

test('names are unique but for case, at the largest size too', (t) => {
  const { counts } = settingOf({ ...options, size: MAX_SIZE });
  const characters = new Set(Array.from({ length: counts.characters }, (_, number) => nameKey(characterName(number))));
  t.is(characters.size, 20_000);
  const factions = new Set(Array.from({ length: counts.factions }, (_, number) => nameKey(factionName(number))));
  t.is(factions.size, 120);
});

test('everything can be exported and imported', (t) => {
  for (const batch of generateDemo({ ...options, size: 0.05 })) {
    for (const [index, record] of toRecords(batch).entries()) {
      const result = readRecord(JSON.stringify(record), NOW);
      if (!('row' in result)) return t.fail(JSON.stringify(result));
      // It says how the row is loaded, and is not stored.
      const { reclaim: _, ...row } = result.row as object & { reclaim?: 0 };
      t.deepEqual(row, batch.rows[index] as object);
    }
  }
});

test('there are datacards of every sort, and most have uses left', (t) => {
  const used = ({ assignments }: Rows['datacard']) => assignments.reduce((sum, { uses }) => sum + uses, 0);
  const limited = demo.datacard.filter(({ total_uses }) => total_uses !== -1);
  const assigned = demo.datacard.filter(({ assignments }) => assignments.length > 0);
  t.true(limited.every((card) => card.assignments.every(({ uses }) => uses > 0) && used(card) <= card.total_uses));
  t.true(limited.length > 200 && limited.length < 280);
  t.true(assigned.length > 75 && assigned.length < 250);
  t.true(limited.filter((card) => used(card) < card.total_uses).length > limited.length / 2);
  for (const { assignments } of demo.datacard) {
    t.is(new Set(assignments.map(({ location_uid }) => location_uid)).size, assignments.length);
  }
});

test('datacards are assigned to places of their owner', (t) => {
  const owners = new Map(demo.entity.map(({ uid, owner_uid }) => [uid, owner_uid]));
  for (const { owner_uid, assignments } of demo.datacard) {
    for (const { location_uid } of assignments) t.is(owners.get(location_uid), owner_uid);
  }
});

test('trade and wealth are uneven', (t) => {
  const sent = new Map<string, number>();
  for (const { sender_uid } of demo.transaction) sent.set(sender_uid, (sent.get(sender_uid) ?? 0) + 1);
  const counts = demo.character.map(({ uid }) => sent.get(uid) ?? 0).sort((a, b) => b - a);
  const total = counts.reduce((sum, count) => sum + count, 0);
  t.true(counts.slice(0, 20).reduce((sum, count) => sum + count, 0) > total / 3);
  const credits = demo.character.map((character) => character.credits).sort((a, b) => b - a);
  t.true((credits[1] ?? 0) > 10 * (credits[100] ?? 0));
});

test('profiles are private and public, memberships of differing rights', (t) => {
  const hidden = demo.character.filter(({ is_private }) => is_private).length;
  t.true(hidden > 20 && hidden < 80);
  const rights = new Set(
    demo.membership.map((m) => `${m.can_view_datacards} ${m.can_manage_datacards} ${m.is_primary}`),
  );
  t.true(rights.size >= 5);
  for (const { uid } of demo.entity.filter(({ uid }) => uid.startsWith('20:'))) {
    t.true(
      demo.membership.some(({ faction_uid, can_manage_datacards }) => faction_uid === uid && can_manage_datacards),
    );
  }
});

for (const seed of [1, 2, 3]) testDemoCharacter(1, seed);
