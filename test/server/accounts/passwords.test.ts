import test from 'ava';
import { Failure } from '../../../src/domain/failure.js';
import { hashPassword, Passwords, verifyPassword } from '../../../src/server/accounts/passwords.js';

const PASSWORD = 'four words at least';

/** A cost that takes milliseconds. */
const CHEAP = { ln: 10, r: 8, p: 1 };

test('a hash carries the parameters of OWASP, and not the password', async (t) => {
  t.regex(await hashPassword(PASSWORD), /^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
});

test('a hash has a salt of its own, and only its password is right', async (t) => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD, CHEAP), hashPassword(PASSWORD, CHEAP)]);
  t.not(one, other);
  t.true(await verifyPassword(PASSWORD, one));
  t.false(await verifyPassword(`${PASSWORD} `, one));
});

// Made by hashlib.scrypt of Python.
const KNOWN = '$scrypt$ln=10,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$rMJrl+w6m1PGmxEvxFcXBqqyxfRPYVk/qNmMjHpbXUY';

test('a hash of another cost is verified by the parameters that it carries', async (t) => {
  t.true(await verifyPassword(PASSWORD, KNOWN));
  t.false(await verifyPassword('other words at least', KNOWN));
});

test('the same letters from another keyboard are the same password', async (t) => {
  const stored = await hashPassword('Über den Wolken', CHEAP);
  t.true(await verifyPassword('U\u0308ber den Wolken', stored));
});

test('without a hash no password is right', async (t) => {
  t.false(await verifyPassword(PASSWORD, undefined, CHEAP));
  t.false(await verifyPassword('', undefined, CHEAP));
});

test('a password of more than 1024 bytes is wrong, and is not hashed', async (t) => {
  const stored = await hashPassword('', CHEAP);
  t.false(await verifyPassword('x'.repeat(1025), stored));
});

for (const damaged of ['', 'scrypt', KNOWN.replace('ln=10', 'ln=25'), KNOWN.slice(0, -1)]) {
  test(`a stored hash that is none is an error, and not a wrong password: ${damaged}`, async (t) => {
    await t.throwsAsync(verifyPassword(PASSWORD, damaged), { message: /svcapi account reset/ });
  });
}

/** The errors of passwords that were refused. */
const refusals = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));

const isUnavailable = (reason: unknown) => reason instanceof Failure && reason.code === 'unavailable';

test('two passwords are hashed at a time, 40 wait, and the rest get 503', async (t) => {
  const passwords = new Passwords();
  const attempts = Array.from({ length: 50 }, () => passwords.verify(PASSWORD, KNOWN));
  t.is(passwords.hashed, 2, 'the others wait');
  const refused = await refusals(attempts);
  t.is(refused.length, 8);
  t.true(refused.every(isUnavailable));
  t.is(passwords.hashed, 42);
  t.is(passwords.refused, 8);
  t.true(await passwords.verify(PASSWORD, KNOWN), 'there is room again');
});

/** A hash that takes half a second to compare. */
const COSTLY = KNOWN.replace('ln=10', 'ln=17');

test('passwords are hashed in the order in which they came', async (t) => {
  const passwords = new Passwords();
  const done: number[] = [];
  // One slot is taken for long, so that the other one does all the rest.
  const blocking = [passwords.verify(PASSWORD, COSTLY), passwords.verify(PASSWORD, KNOWN)];
  const attempts = Array.from({ length: 5 }, (_, at) => passwords.verify(PASSWORD, KNOWN).then(() => done.push(at)));
  await Promise.all([...blocking, ...attempts]);
  t.deepEqual(done, [0, 1, 2, 3, 4]);
});

test('a password that has waited too long gets 503, and leaves the queue', async (t) => {
  const passwords = new Passwords({ passwordWait: 1, passwordCost: { ln: 15, r: 8, p: 1 } });
  const refused = await refusals(Array.from({ length: 6 }, () => passwords.hash(PASSWORD)));
  t.is(refused.length, 4);
  t.true(refused.every(isUnavailable));
  t.is(passwords.hashed, 2);
});

test('a stop refuses the passwords that wait, and all later ones', async (t) => {
  const passwords = new Passwords({ passwordCost: CHEAP });
  const attempts = Array.from({ length: 6 }, () => passwords.hash(PASSWORD));
  passwords.close();
  const refused = await refusals([...attempts, passwords.verify(PASSWORD, KNOWN)]);
  t.is(refused.length, 5);
  t.true(refused.every(isUnavailable));
  t.is(passwords.hashed, 2);
});
