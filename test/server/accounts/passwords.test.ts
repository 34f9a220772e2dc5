import test, { type ExecutionContext } from 'ava';
import { Failure } from '../../../src/domain/failure.js';
import { isGuessable } from '../../../src/server/accounts/pages/new-password.js';
import { Passwords } from '../../../src/server/accounts/passwords.js';
import { hashesSoFar } from '../../helpers/count-hashes.js';
import { PASSWORD_HASH as KNOWN, PASSWORD } from '../../helpers/visitor.js';

/** Hashes at a cost that takes milliseconds. */
const cheap = new Passwords({ passwordCost: { ln: 10, r: 8, p: 1 } });

test('a hash carries the parameters of OWASP and a salt of its own, and not the password', async (t) => {
  t.regex(await new Passwords().hash(PASSWORD), /^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  t.not(await cheap.hash(PASSWORD), await cheap.hash(PASSWORD));
});

test('only its password is right, by the parameters of its hash, from any keyboard', async (t) => {
  for (const [password, hash, isRight] of [
    // A hash that hashlib.scrypt of Python has made.
    [PASSWORD, KNOWN, true],
    ['other words at least', KNOWN, false],
    [`${PASSWORD} `, await cheap.hash(PASSWORD), false],
    ['U\u0308ber den Wolken', await cheap.hash('Über den Wolken'), true],
    [PASSWORD, undefined, false],
    ['', undefined, false],
    // It is not hashed.
    ['x'.repeat(1025), await cheap.hash(''), false],
  ] as const)
    t.is(await cheap.verify(password, hash), isRight, password.slice(0, 30));
  for (const damaged of ['', 'scrypt', KNOWN.replace('ln=10', 'ln=25'), KNOWN.slice(0, -1)])
    await t.throwsAsync(cheap.verify(PASSWORD, damaged), { message: /svcapi account reset/ }, damaged);
});

const NAMES = ['svcapi', 'Hana Veil', 'Bram Oster'];

test('common passwords are guessed, and those of the names of their owner, but not words without an order', async (t) => {
  const common = `123456789012 Password123! qwertyuiop12 iloveyou1234 correcthorsebatterystaple 1q2w3e4r5t6y P@ssw0rd1234
    111222333444 administrator aaaaaaaaaaaa abcdefghijkl 1qaz2wsx3edc svcapisvcapi HanaVeil2024 bramoster123 VeilHanaVeil`;
  for (const password of ['hana veil hana veil', 'Hana Veil 1999', ...common.split(/\s+/)])
    t.true(await isGuessable(password, NAMES), password);
  t.false(await isGuessable('HanaVeil2024', ['svcapi', 'Bram Oster']), 'names of others may stand in a password');
  for (const password of ['four words at least', 'mXk29dkslw0q', 'vier Wörter!', '合言葉は四つの単語で成り立つ'])
    t.false(await isGuessable(password, NAMES), password);
});

/** Checks that some attempts get 503, and returns how many passwords were hashed meanwhile. */
async function refuse(attempts: () => Promise<unknown>[], t: ExecutionContext, count: number) {
  const before = hashesSoFar();
  const results = await Promise.allSettled(attempts());
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  t.is(reasons.filter((reason) => reason instanceof Failure && reason.code === 'unavailable').length, count);
  t.is(reasons.length, count);
  return hashesSoFar() - before;
}

const verifyTimes = (passwords: Passwords, count: number, hash = KNOWN) =>
  Array.from({ length: count }, () => passwords.verify(PASSWORD, hash));

test.serial('two passwords are hashed at a time, 40 wait, and the rest get 503', async (t) => {
  const passwords = new Passwords();
  const before = hashesSoFar();
  const attempts = verifyTimes(passwords, 50);
  t.is(hashesSoFar() - before, 2, 'the others wait');
  t.is(await refuse(() => attempts, t, 8), 40);
  t.true(await passwords.verify(PASSWORD, KNOWN), 'there is room again');
});

test.serial('passwords are hashed in the order in which they came', async (t) => {
  const passwords = new Passwords();
  const done: number[] = [];
  // One slot is taken for long, so that the other one does all the rest.
  const blocking = verifyTimes(passwords, 1, KNOWN.replace('ln=10', 'ln=15'));
  await Promise.all([...blocking, ...verifyTimes(passwords, 6).map((each, at) => each.then(() => done.push(at)))]);
  t.deepEqual(done, [0, 1, 2, 3, 4, 5]);
});

test.serial('a password that has waited too long gets 503, and leaves the queue', async (t) => {
  const passwords = new Passwords({ passwordWait: 1, passwordCost: { ln: 13, r: 8, p: 1 } });
  t.is(await refuse(() => Array.from({ length: 6 }, () => passwords.hash(PASSWORD)), t, 4), 2);
});

test.serial('a stop refuses the passwords that wait, and all later ones', async (t) => {
  const passwords = new Passwords();
  const attempts = () => {
    const begun = verifyTimes(passwords, 6);
    passwords.close();
    return [...begun, passwords.verify(PASSWORD, KNOWN)];
  };
  t.is(await refuse(attempts, t, 5), 2);
});
