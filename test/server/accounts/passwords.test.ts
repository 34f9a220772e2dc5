import test from 'ava';
import { Failure } from '../../../src/domain/failure.js';
import { hashPassword, verifyPassword } from '../../../src/server/accounts/password-hash.js';
import { Passwords } from '../../../src/server/accounts/passwords.js';

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

/** Passwords of which one is hashed at a time, and which names say in which order they were. */
function queue(passwordsWaiting: number) {
  const passwords = new Passwords({ passwordCost: CHEAP, passwordsAtOnce: 1, passwordsWaiting });
  const done: string[] = [];
  const attempts: Promise<unknown>[] = [];
  const add = (name: string, ...rank: [number, number]) => {
    const attempt = passwords.verify(PASSWORD, KNOWN, rank);
    attempts.push(
      attempt.then(
        () => done.push(name),
        (error: Failure) => done.push(`${name}: ${error.code}`),
      ),
    );
  };
  return { add, done: () => Promise.all(attempts).then(() => done) };
}

test('two passwords are hashed at a time, some wait, and the rest get 503', async (t) => {
  const passwords = new Passwords({ passwordsWaiting: 2 });
  const attempts = Array.from({ length: 9 }, () => passwords.verify(PASSWORD, KNOWN, [0, 0]));
  t.is(passwords.hashed, 2, 'the others wait');
  const refused = (await Promise.allSettled(attempts)).filter((result) => result.status === 'rejected');
  t.is(refused.length, 5);
  for (const { reason } of refused) t.true(reason instanceof Failure && reason.code === 'unavailable');
  t.is(passwords.hashed, 4);
  t.is(passwords.refused, 5);
  t.true(await passwords.verify(PASSWORD, KNOWN, [0, 0]), 'there is room again');
});

test('the lowest rank is next, by its first number before its second, and whoever came first among equals', async (t) => {
  const { add, done } = queue(10);
  add('at once', 9, 9);
  add('address and account', 1, 1);
  add('address', 1, 0);
  add('account', 0, 50);
  add('nothing', 0, 0);
  add('nothing, later', 0, 0);
  add('known', -0.5, 0);
  t.deepEqual(await done(), [
    ...['at once', 'known', 'nothing', 'nothing, later', 'account'],
    ...['address', 'address and account'],
  ]);
});

test('where no more can wait, the last in the order is refused', async (t) => {
  const { add, done } = queue(2);
  add('at once', 0, 0);
  add('flood 1', 1, 0);
  add('flood 2', 2, 0);
  add('flood 3', 2, 0);
  add('honest', 0, 0);
  const outcome = await done();
  t.deepEqual(outcome.slice(0, 2).sort(), ['flood 2: unavailable', 'flood 3: unavailable']);
  t.deepEqual(outcome.slice(2), ['at once', 'honest', 'flood 1']);
});
