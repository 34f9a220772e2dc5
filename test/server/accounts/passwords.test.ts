import test from 'ava';
import { Failure } from '../../../src/domain/failure.js';
import { Passwords } from '../../../src/server/accounts/passwords.js';
import { hashesSoFar } from '../../helpers/count-hashes.js';
import { PASSWORD_HASH as KNOWN, PASSWORD } from '../../helpers/visitor.js';

/** Hashes at a cost that takes milliseconds. */
const cheap = new Passwords({ passwordCost: { ln: 10, r: 8, p: 1 } });

test('a hash carries the parameters of OWASP, and not the password', async (t) => {
  t.regex(await new Passwords().hash(PASSWORD), /^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
});

test('a hash has a salt of its own, and only its password is right', async (t) => {
  const [one, other] = await Promise.all([cheap.hash(PASSWORD), cheap.hash(PASSWORD)]);
  t.not(one, other);
  t.true(await cheap.verify(PASSWORD, one));
  t.false(await cheap.verify(`${PASSWORD} `, one));
});

// The hash was made by hashlib.scrypt of Python.
test('a hash of another cost is verified by the parameters that it carries', async (t) => {
  t.true(await new Passwords().verify(PASSWORD, KNOWN));
  t.false(await new Passwords().verify('other words at least', KNOWN));
});

test('the same letters from another keyboard are the same password', async (t) => {
  const stored = await cheap.hash('Über den Wolken');
  t.true(await cheap.verify('U\u0308ber den Wolken', stored));
});

test('without a hash no password is right', async (t) => {
  t.false(await cheap.verify(PASSWORD, undefined));
  t.false(await cheap.verify('', undefined));
});

test('a password of more than 1024 bytes is wrong, and is not hashed', async (t) => {
  t.false(await cheap.verify('x'.repeat(1025), await cheap.hash('')));
});

for (const damaged of ['', 'scrypt', KNOWN.replace('ln=10', 'ln=25'), KNOWN.slice(0, -1)]) {
  test(`a stored hash that is none is an error, and not a wrong password: ${damaged}`, async (t) => {
    await t.throwsAsync(cheap.verify(PASSWORD, damaged), { message: /svcapi account reset/ });
  });
}

/** The errors of passwords that were refused. */
const refusals = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));

const isUnavailable = (reason: unknown) => reason instanceof Failure && reason.code === 'unavailable';

test.serial('two passwords are hashed at a time, 40 wait, and the rest get 503', async (t) => {
  const passwords = new Passwords();
  const before = hashesSoFar();
  const attempts = Array.from({ length: 50 }, () => passwords.verify(PASSWORD, KNOWN));
  t.is(hashesSoFar() - before, 2, 'the others wait');
  const refused = await refusals(attempts);
  t.is(refused.length, 8);
  t.true(refused.every(isUnavailable));
  t.is(hashesSoFar() - before, 42);
  t.true(await passwords.verify(PASSWORD, KNOWN), 'there is room again');
});

/** A hash that takes half a second to compare. */
const COSTLY = KNOWN.replace('ln=10', 'ln=17');

test.serial('passwords are hashed in the order in which they came', async (t) => {
  const passwords = new Passwords();
  const done: number[] = [];
  // One slot is taken for long, so that the other one does all the rest.
  const blocking = [passwords.verify(PASSWORD, COSTLY), passwords.verify(PASSWORD, KNOWN)];
  const attempts = Array.from({ length: 5 }, (_, at) => passwords.verify(PASSWORD, KNOWN).then(() => done.push(at)));
  await Promise.all([...blocking, ...attempts]);
  t.deepEqual(done, [0, 1, 2, 3, 4]);
});

test.serial('a password that has waited too long gets 503, and leaves the queue', async (t) => {
  const passwords = new Passwords({ passwordWait: 1, passwordCost: { ln: 15, r: 8, p: 1 } });
  const before = hashesSoFar();
  const refused = await refusals(Array.from({ length: 6 }, () => passwords.hash(PASSWORD)));
  t.is(refused.length, 4);
  t.true(refused.every(isUnavailable));
  t.is(hashesSoFar() - before, 2);
});

test.serial('a stop refuses the passwords that wait, and all later ones', async (t) => {
  const passwords = new Passwords({ passwordCost: { ln: 10, r: 8, p: 1 } });
  const before = hashesSoFar();
  const attempts = Array.from({ length: 6 }, () => passwords.hash(PASSWORD));
  passwords.close();
  const refused = await refusals([...attempts, passwords.verify(PASSWORD, KNOWN)]);
  t.is(refused.length, 5);
  t.true(refused.every(isUnavailable));
  t.is(hashesSoFar() - before, 2);
});
