import test from 'ava';
import { demoCharacter, demoUids, generateDemo } from '../../src/demo/load-demo.js';
import { EPOCH } from '../../src/domain/galactic-time.js';
import { NOW } from '../transfer/galaxy.js';
import { type Galaxy, generate, options } from './demo-galaxy.js';

/** Declares the tests of what holds in a galaxy of any size. */
export function testRules(size: number): void {
  let rows: Galaxy | undefined;
  const galaxy = () => (rows ??= generate({ size }));

  test(`size ${size}: every reference is to what came before`, (t) => {
    const known = new Set<string>();
    const characters = new Set<string>();
    const check = (...uids: (string | null)[]) => {
      for (const uid of uids) if (uid !== null && !known.has(uid)) t.fail(`${uid} is not known yet.`);
    };
    for (const { type, rows } of generateDemo({ ...options, size })) {
      for (const row of rows) {
        if ('race_uid' in row) {
          check(row.race_uid);
          characters.add(row.uid);
        }
        if ('owner_uid' in row) check(row.owner_uid);
        if ('sender_uid' in row) check(row.sender_uid, row.receiver_uid);
        if ('assignments' in row) check(row.entity_uid, ...row.assignments.map(({ location_uid }) => location_uid));
        if ('text' in row) check(row.receiver_uid);
        if ('faction_uid' in row) check(row.character_uid, row.faction_uid);
        if ('uid' in row) {
          if (known.has(row.uid)) t.fail(`${type} ${row.uid} comes twice.`);
          known.add(row.uid);
        }
      }
    }
    t.true(characters.has(demoCharacter.uid));
    t.true([demoUids.faction, demoUids.datacard, demoUids.facility, demoUids.event].every((uid) => known.has(uid)));
  });

  test(`size ${size}: a character has what it got less what it gave, and nobody ever owes`, (t) => {
    const { character, transaction } = galaxy();
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
  });

  test(`size ${size}: time and ids go forward, up to the present`, (t) => {
    const { transaction, event } = galaxy();
    const inOrder = (times: number[]) => times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
    t.true(inOrder(transaction.map(({ time }) => time)));
    t.true(inOrder(event.map(({ time }) => time)));
    t.true(transaction.every(({ id }, index) => id === index + 1));
    for (const { time } of [...transaction, ...event])
      if (time < EPOCH || time > NOW) t.fail(`${time} is out of range.`);
    t.pass();
  });
}

/** Declares the test that everything about the demo character is there. */
export function testDemoCharacter(size: number, seed: number): void {
  test(`the demo character can be tried with (size ${size}, seed ${seed})`, (t) => {
    const { character, membership, datacard, event, transaction } = generate({ size, seed });
    t.like(character[0], { ...demoCharacter, is_private: 0 });
    t.like(membership[0], {
      character_uid: demoCharacter.uid,
      faction_uid: demoUids.faction,
      is_primary: 1,
      can_view_datacards: 1,
      can_manage_datacards: 1,
    });
    const own = datacard.filter(({ owner_uid }) => owner_uid === demoUids.faction);
    t.true(own.length >= 12);
    t.like(own[0], {
      uid: demoUids.datacard,
      total_uses: 500,
      assignments: [{ location_uid: demoUids.facility, uses: 120 }],
    });
    t.like(event[0], { uid: demoUids.event, receiver_uid: demoCharacter.uid });
    t.true(event.filter(({ receiver_uid }) => receiver_uid === demoCharacter.uid).length > 40);
    const log = transaction.filter(({ sender_uid, receiver_uid }) =>
      [sender_uid, receiver_uid].includes(demoCharacter.uid),
    );
    t.true(log.length > 1000 && log.length < 3000, `${log.length} transactions`);
  });
}
