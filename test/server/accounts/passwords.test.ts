import test from 'ava';
import { Failure } from '../../../src/domain/failure.js';
import { hashPassword, verifyPassword } from '../../../src/server/accounts/password-hash.js';
import { type Claimant, Passwords } from '../../../src/server/accounts/passwords.js';

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
  const add = (name: string, claimant: Partial<Claimant> = {}) => {
    const attempt = passwords.verify(PASSWORD, KNOWN, { address: name, account: name, isKnown: false, ...claimant });
    attempts.push(
      attempt.then(
        () => done.push(name),
        (error: Failure) => done.push(`${name}: ${error.code}`),
      ),
    );
  };
  return { passwords, add, done: () => Promise.all(attempts).then(() => done) };
}

test('two passwords are hashed at a time, some wait, and the rest get 503', async (t) => {
  const passwords = new Passwords({ passwordsWaiting: 2 });
  const claimant = { address: '192.0.2.1', account: 'hana', isKnown: false };
  const attempts = Array.from({ length: 9 }, () => passwords.verify(PASSWORD, KNOWN, claimant));
  t.is(passwords.hashed, 2, 'the others wait');
  const refused = (await Promise.allSettled(attempts)).filter((result) => result.status === 'rejected');
  t.is(refused.length, 5);
  for (const { reason } of refused) t.true(reason instanceof Failure && reason.code === 'unavailable');
  t.is(passwords.hashed, 4);
  t.is(passwords.refused, 5);
  t.true(await passwords.verify(PASSWORD, KNOWN, claimant), 'there is room again');
});

test('an address with many attempts waits behind one with a single one', async (t) => {
  const { add, done } = queue(10);
  for (let each = 0; each < 4; each += 1) add(`flood ${each}`, { address: '192.0.2.1' });
  add('honest');
  t.deepEqual(await done(), ['flood 0', 'honest', 'flood 1', 'flood 2', 'flood 3']);
});

test('an account that many addresses try waits behind one that its player tries', async (t) => {
  const { add, done } = queue(10);
  for (let each = 0; each < 4; each += 1) add(`flood ${each}`, { account: 'bram' });
  add('honest');
  t.deepEqual(await done(), ['flood 0', 'honest', 'flood 1', 'flood 2', 'flood 3']);
});

test('where no more can wait, whoever has the most waiting is refused', async (t) => {
  const { add, done } = queue(3);
  for (let each = 0; each < 4; each += 1) add(`flood ${each}`, { account: 'bram' });
  add('honest');
  t.deepEqual(await done(), ['flood 3: unavailable', 'flood 0', 'honest', 'flood 1', 'flood 2']);
});

test('a browser in which the player has signed in before gets in past a flood from many addresses', async (t) => {
  const { passwords, add, done } = queue(3);
  for (let each = 0; each < 6; each += 1) add(`flood ${each}`);
  add('player', { account: 'flood 1', isKnown: true });
  const outcome = await done();
  t.deepEqual(outcome.slice(-4), ['flood 0', 'player', 'flood 1', 'flood 2']);
  t.is(passwords.refused, 3);
});

test('an account that floods from a known browser waits behind others', async (t) => {
  const { add, done } = queue(10);
  for (let each = 0; each < 4; each += 1) add(`flood ${each}`, { account: 'bram', isKnown: true });
  add('honest');
  t.deepEqual((await done()).slice(0, 2), ['flood 0', 'honest']);
});
