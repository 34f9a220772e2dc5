import test from 'ava';
import { counted, durationInWords } from '../../src/domain/duration.js';
import { exitCodes, Failure, failures, invalidParameter } from '../../src/domain/failure.js';
import { applicationTypeOf, redirectUriProblem } from '../../src/domain/oauth-client.js';
import { lengthProblem, normalizePassword } from '../../src/domain/password.js';
import { holds, isPermission, permissionNames, permissions } from '../../src/domain/permission.js';
import { isUid, productionTypes, typeOfUid, type UidType, uidOf, uidPattern, uidTypes } from '../../src/domain/uid.js';
import { inherited, permissions as named } from '../helpers/reference.js';

/** Uids, permissions, programs, durations, failures and passwords. */

// wire.md, “UIDs”, written out again.
const types: Record<UidType, number> = {
  ...{ character: 1, ship: 2, vehicle: 3, facility: 4, station: 5, city: 7, planet: 8, system: 9, npc: 10 },
  ...{ creature: 11, item: 12, droid: 13, datacard: 14, material: 16, stock: 17, weapon: 18, faction: 20, race: 22 },
  ...{ sector: 25, event: 39 },
};

test('a uid is of the type of its number, and of no other; what produces can get uses of a datacard', (t) => {
  t.deepEqual({ ...uidTypes }, types);
  t.deepEqual([...productionTypes].sort(), ['city', 'facility', 'ship', 'station', 'vehicle']);
  for (const [type, number] of Object.entries(types) as [UidType, number][]) {
    const uid = uidOf(type, 12);
    t.is(uid, `${number}:12`);
    t.is(typeOfUid(uid), type);
    t.true(isUid(uid) && isUid(uid, type) && isUid(uid, 'event', type));
    for (const other of Object.keys(types) as UidType[]) t.is(isUid(uid, other), other === type);
    t.is(uidPattern(type), `${number}:\\d+`);
  }
  const others = ['', '1', '1:', ':1', '1:a', '1:-1', '1:1.5', '1:0', '1:01', '01:1', '6:1', '100:1', ' 1:1', '1:1\n'];
  for (const text of [...others, '1:1:1', `1:${'1'.repeat(16)}`]) {
    t.is(typeOfUid(text), undefined, text);
    t.false(isUid(text));
  }
});

test('the permissions are those of the reference; each holds itself and what it inherits from', (t) => {
  t.deepEqual([...permissionNames].sort(), [...named].sort());
  for (const needed of named) {
    t.is<string, string>(permissions[needed].inherits, inherited[needed]);
    t.true(isPermission(needed));
    for (const granted of named)
      t.is(holds([granted], needed), granted === needed || inherited[granted] === needed, `${granted} ${needed}`);
    t.false(holds([], needed));
  }
  for (const name of ['toString', '__proto__', 'constructor', '', 'character']) t.false(isPermission(name));
});

const accepted = [
  ...['https://tools.example/signed-in', 'https://tools.example:8443/in?from=svcapi', 'http://127.0.0.1/'],
  ...['http://127.0.0.1:7000/in', 'http://[::1]/', 'http://localhost:3000/callback'],
  ...['com.example.app:/in', 'com.example.my-app://in'],
];

const refusedUris: [uri: string, problem: RegExp][] = [
  ['', /is not an address/],
  ['tools.example/in', /is not an address/],
  ['https://tools.example/a b', /is not an address/],
  ['https://töols.example/', /is not an address/],
  ['https://tools.example/#in', /has a fragment; remove/],
  ['https://tools.example/#', /has a fragment/],
  ['https://user@tools.example/', /has a user name/],
  ['http://tools.example/in', /is neither https/],
  ['http://127.0.0.1.evil.example/', /is neither https/],
  ['http://localhost.evil.example/', /is neither https/],
  ['javascript:alert(1)', /is neither https/],
  ['data:text/html,x', /is neither https/],
  ['file:///etc/passwd', /is neither https/],
  ['myapp:/in', /is neither https/],
  ['urn:ietf:wg:oauth:2.0:oob', /is neither https/],
  [`https://tools.example/${'x'.repeat(500)}`, /is longer than 500 characters; shorten it/],
];

test('a program can be sent back by https, to the device, and by its scheme, and not elsewhere', (t) => {
  for (const uri of accepted) t.is(redirectUriProblem(uri), undefined, uri);
  for (const [address, problem] of refusedUris) t.regex(redirectUriProblem(address) ?? '', problem, address);
});

test('a program with an address on the device itself is a native one', (t) => {
  t.is(applicationTypeOf(['https://tools.example/', 'https://other.example/']), 'web');
  t.is(applicationTypeOf(['https://tools.example/', 'http://127.0.0.1/']), 'native');
  t.is(applicationTypeOf(['com.example.app:/in']), 'native');
});

test('a duration is in the largest unit that leaves no rest, and one is counted in the singular', (t) => {
  for (const [seconds, words] of [
    [1, '1 second'],
    [90, '90 seconds'],
    [60, '1 minute'],
    [5400, '90 minutes'],
    [3600, '1 hour'],
    [86_400, '24 hours'],
    [172_800, '48 hours'],
    [259_200, '3 days'],
    [259_201, '259201 seconds'],
  ] as const)
    t.is(durationInWords(seconds), words);
  t.is(counted(1, 'refused call'), '1 refused call');
  t.is(counted(0, 'refused call'), '0 refused calls');
});

test('each failure has a message and an exit code, and keeps its own message, details and cause', (t) => {
  for (const { message, exit } of Object.values(failures)) {
    t.regex(message, /^[A-Z].*\.$/);
    t.true(exitCodes[exit] > 0);
  }
  t.is(new Failure('not_found').message, failures.not_found.message);
  t.is(new Failure('not_found', 'No such faction.').message, 'No such faction.');
  t.deepEqual(invalidParameter('uid', 'Wrong.').details, { parameter: 'uid' });
  const cause = new Error('disk gone');
  t.is(new Failure('unavailable', undefined, {}, cause).cause, cause);
  t.is(new Failure('unavailable').cause, undefined);
});

test('a password has twelve characters of any script to 1024 bytes, and one form', (t) => {
  for (const password of ['vier Wörter!', '合言葉は四つの単語で成り立つ', '        a  b c'])
    t.is(lengthProblem(password), undefined);
  for (const password of ['', 'eleven char', '🚀'.repeat(11)]) t.regex(lengthProblem(password) ?? '', /too short/);
  t.regex(lengthProblem('x'.repeat(1025)) ?? '', /longer than 1024 bytes/);
  t.is(normalizePassword('ﬁve\u00a0w\u006f\u0308rds'), 'five wörds');
});
