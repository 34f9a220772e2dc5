import test from 'ava';
import { EPOCH } from '../../src/domain/galactic-time.js';
import { NOW } from './galaxy.js';
import { account, character, client, datacard, entity, event, faction, grant, read, transaction } from './samples.js';

const long = 'x'.repeat(201);
const longText = 'é'.repeat(32 * 1024);

/** A datacard with uses at places. */
const assigned = (uses: Record<string, number>, more = {}) => ({
  ...datacard,
  assignments: Object.entries(uses).map(([location, each]) => ({ location, uses: each, ...more })),
});

const inexactTimes = [NOW + 0.5, 2 ** 53, ' 2010-12-02T07:00:00Z'.padStart(65), '2010-12-02T07:00:00', '2010-12-02'];
const noTimes = ['2024-02-30T00:00:00Z', '2023-02-29T00:00:00Z', '2023-13-01T00:00:00Z', '2023-12-01T25:00:00Z'];

const refused: [title: string, record: unknown, reason: string | RegExp][] = [
  ['no JSON', '{"kind": "faction"', /^it is not JSON: /],
  ['an escape sequence of a terminal', '{"kind": \u001b[31m}', /^it is not JSON: .*\\u001b\[31m/],
  ['an array', [], 'it must be an object, {"kind": …}, not a list'],
  ['null', 'null', 'it must be an object, {"kind": …}, not null'],
  ['no kind', { uid: '20:7' }, /^kind is missing; the kinds are faction, character, /],
  ['an unknown kind', { kind: 'facton' }, /^kind is unknown: “facton”; the kinds are /],
  ['a kind of the language', { kind: 'constructor' }, /^kind is unknown: “constructor”/],
  ['a kind that is no text', { kind: 5 }, /^kind is unknown: 5/],
  ['an unknown field', { ...faction, nmae: 'x' }, 'faction records have no field “nmae”: their fields are uid, name'],
  ['unknown fields', { ...faction, a: 1, b: 1, c: 1, d: 1 }, /have no field “a”, “b”, “c” and 1 more: /],
  ['an unknown field with control characters', { ...faction, 'a\u009b\u202e': 1 }, /no field “a\\u009b\\u202e”/],
  ['__proto__', '{"kind":"faction","uid":"20:7","name":"x","__proto__":{}}', /no field “__proto__”/],
  ['a name that is no text', { ...faction, name: 7 }, 'name must be a text, not 7'],
  ['a blank name', { ...entity, name: ' \t' }, 'name is blank'],
  ['a long name', { ...faction, name: long }, 'name is longer than 200 characters'],
  ['a uid as a name', { ...faction, name: '20:8' }, 'name looks like a uid, and would never be found: “20:8”'],
  ['a character that looks like a uid', { ...character, name: ' 1:1' }, /^name looks like a uid/],
  ['a uid of another type', { ...faction, uid: '1:7' }, 'uid must be a uid “20:NUMBER” (faction), not “1:7”'],
  ['a uid that starts with 0', { ...faction, uid: '20:07' }, /^uid must be a uid/],
  ['a long uid', { ...faction, uid: `20:${'1'.repeat(16)}` }, /^uid must be a uid/],
  ['a faction as an entity', { ...entity, uid: '20:7' }, /^uid must be a uid “2:NUMBER” \(ship\) or /],
  ['a character as an entity', { ...entity, uid: '1:7' }, /^uid must be a uid “2:NUMBER” \(ship\) or /],
  ['a station as owner', { ...entity, owner: '5:1' }, /^owner must be a uid “1:NUMBER” \(character\) or “20:NUMBER”/],
  ['a race with an owner', { ...entity, uid: '22:1', owner: '1:1' }, 'owner must be left out: a race has none'],
  ['a race that is none', { ...character, race: '20:7' }, /^race must be a uid “22:NUMBER” \(race\)/],
  [
    'an event in milliseconds',
    { ...event, time: 1_700_000_000_000 },
    'time 1700000000000 is in the year 55840; divide milliseconds by 1,000',
  ],
  [
    'a transaction of the year after next',
    { ...transaction, time: NOW + 367 * 86_400 },
    'time is more than a year ahead: 2027-02-23; correct the record, or the clock of the game',
  ],
  ['a long text', { ...character, biography: `${longText}x` }, 'biography is longer than 65536 bytes'],
  ['a bell', { ...character, biography: 'a\u0007' }, 'biography contains U+0007, which XML 1.0 cannot hold'],
  ['half a pair', { ...faction, name: 'a\ud83d' }, 'name contains U+D83D, which XML 1.0 cannot hold'],
  ['U+FFFE', { ...event, text: '\ufffe' }, 'text contains U+FFFE, which XML 1.0 cannot hold'],
  ['NUL in an id', { ...client, id: 'a\0' }, 'id contains U+0000, which XML 1.0 cannot hold'],
  ['negative health', { ...character, health: -1 }, 'health must be at least 0, not -1'],
  ['half a credit', { ...character, credits: 0.5 }, 'credits must be a whole number up to 9007199254740991, not 0.5'],
  ['an inexact number', '{"kind":"character","uid":"1:1","name":"a","xp":9007199254740993}', /^xp must be a whole/],
  ['a number without end', '{"kind":"character","uid":"1:1","name":"a","xp":1e999}', /^xp must be a number/],
  ['a number as text', { ...transaction, amount: '5' }, 'amount must be a number, not “5”'],
  ['a negative amount', { ...transaction, amount: -1 }, 'amount must be at least 0, not -1'],
  ['a datacard that pays', { ...transaction, sender: '14:1' }, /^sender must be a uid/],
  ['an event of a faction', { ...event, receiver: '20:7' }, /^receiver must be a uid “1:NUMBER” \(character\)/],
  ['a datacard of a character', { ...datacard, owner: '1:12' }, /^owner must be a uid “20:NUMBER”/],
  ['a datacard of a weapon', { ...datacard, entity: '18:1' }, /^entity must be a uid/],
  ['a datacard of a planet', { ...datacard, entity: '8:1' }, /^entity must be a uid/],
  ['assignments that are no list', { ...datacard, assignments: {} }, 'assignments must be a list, not an object'],
  ['an unknown field of an assignment', assigned({ '4:31': 1 }, { x: 1 }), 'assignments[0] has no field “x”'],
  ['an assignment to a faction', assigned({ '4:31': 1, '20:7': 1 }), /^assignments\[1\]\.location must be a uid/],
  [
    'more assigned than there is',
    assigned({ '4:31': 60, '4:32': 41 }),
    'assignments add up to 101 uses, more than the 100 in all; assign fewer, or raise total_uses',
  ],
  [
    'unlimited uses of a limited datacard',
    assigned({ '4:31': -1 }),
    'assignments give 4:31 unlimited uses of a datacard that has 100; give it a number of uses',
  ],
  [
    'a location twice',
    { ...datacard, assignments: [...assigned({ '4:31': 1 }).assignments, ...assigned({ '4:31': 2 }).assignments] },
    'assignments name 4:31 twice; add the uses up in one entry',
  ],
  [
    'an unknown permission',
    { ...grant, permissions: ['character_rea'] },
    /^permissions\[0\] must be one of character_auth, .*not “character_rea”$/,
  ],
  ['an early time', { ...event, time: EPOCH - 1 }, 'time is before Year 0 Day 1, which is 912668400: 912668399'],
  ['a game day that is none', { ...event, time: 'Year 12 Day 366' }, /^time There is no day 366/],
  ['a time that is true', { ...event, time: true }, 'time must be a time: a number or a text'],
  ['an early last login', { ...character, last_login: '1998-12-03T06:59:59Z' }, /^last_login is before Year 0 Day 1/],
  ['a grant without an end', { ...grant, expires_at: null }, 'expires_at must be a time: a number or a text'],
  ...[...inexactTimes, ...noTimes, '1291273200'].map((time): (typeof refused)[number] => [
    ...([`the time ${JSON.stringify(time)}`, { ...event, time }] as const),
    /^time must be Unix seconds \(1291273200\), ISO 8601 .* or game time/,
  ]),
  [
    'a removed line of the audit trail',
    { kind: 'datacard_change', id: 1, removed: true },
    'a datacard_change cannot be removed: the audit trail keeps every line; leave out "removed"',
  ],
  [
    'a removal with another field',
    { ...character, removed: true, credits: 5 },
    'removed character records have no field “credits”: their fields are uid, name, removed, removed_at',
  ],
  [
    'a removal with the name of what leaves none',
    { ...account, removed: true },
    'removed account records have no field “name”: their fields are id, removed',
  ],
  ['removed as false', { ...faction, removed: false }, 'removed must be true, or be left out to keep it'],
  ['removed as a text', { ...faction, removed: 'yes' }, 'removed must be true or false, not “yes”'],
  ['a removal with a blank name', { ...faction, removed: true, name: ' ' }, 'name is blank'],
  ['a removal of another type', { ...faction, removed: true, uid: '1:12' }, /^uid must be a uid “20:NUMBER”/],
  [
    'many faults',
    { ...character, name: '', xp: -1, health: -1, credits: 0.5, gender: 1 },
    /^name is blank; gender must .*; health must .*; and 2 more$/,
  ],
];

for (const [title, record, reason] of refused) {
  test(`refuses a record: ${title}`, (t) => {
    const result = read(record);
    if (!('reason' in result)) return t.fail('It is accepted.');
    if (typeof reason === 'string') t.is(result.reason as string, reason);
    else t.regex(result.reason, reason);
  });
}

const accepted: [title: string, record: object][] = [
  ['a name of 200 characters beyond the first plane', { ...faction, name: '🚀'.repeat(200) }],
  ['a text of 64 KiB', { ...character, biography: longText }],
  ['tab, line feed and carriage return in a text', { ...character, biography: '\t\n\r' }],
  ['a thing that looks like a uid', { ...entity, name: '4:31' }],
  ['all uses assigned', assigned({ '4:31': 100 })],
  ['a datacard without uses', { ...datacard, total_uses: 0 }],
  ['a station that takes a fee', { ...transaction, receiver: '5:1' }],
];

for (const [title, record] of accepted) {
  test(`accepts ${title}`, (t) => t.false('reason' in read(record)));
}

test('a deeply nested line is refused', (t) => {
  const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
  t.deepEqual(read(`{"kind":"faction","uid":${deep},"name":"x"}`), {
    type: 'faction',
    reason: 'uid must be a text, not a list',
  });
});
