import test from 'ava';
import { SignInLimits } from '../../../src/server/accounts/sign-in-limits.js';
import { NOW } from '../../helpers/galaxy.js';
import { withServer } from '../../helpers/server.js';

const TIME = NOW * 1000;

/** Counts attempts, one after the other, and returns the last. */
async function count(limits: SignInLimits, times: number, name: string, address: string, isKnown = false) {
  let last = await limits.count({ name, address, isKnown }, TIME);
  for (let at = 1; at < times; at += 1) last = await limits.count({ name, address, isKnown }, TIME);
  return last;
}

test('whoever has attempted before has a higher rank, by address before account', withServer, async (t, { store }) => {
  const limits = new SignInLimits(store);
  t.deepEqual((await count(limits, 3, 'Hana', '192.0.2.1')).rank, [2, 2]);
  t.deepEqual((await count(limits, 1, 'Bram', '192.0.2.1')).rank, [3, 0]);
  t.deepEqual((await count(limits, 1, 'hana', '192.0.2.2')).rank, [0, 3], 'the account has earlier attempts');
  t.deepEqual((await count(limits, 1, 'Cleo', '192.0.2.3')).rank, [0, 0]);
  t.deepEqual((await count(limits, 1, 'Hana', '192.0.2.1', true)).rank, [-0.5, 0], 'a known browser is before all');
  t.deepEqual((await count(limits, 1, 'Hana', '192.0.2.4', true)).rank, [0.5, 0], 'but for its own attempts');
});

test(
  'attempts of others do not count in a known browser, which has ten of its own',
  withServer,
  async (t, { store }) => {
    const limits = new SignInLimits(store);
    t.is((await count(limits, 11, 'Hana', '192.0.2.1')).wait, 900);
    t.is((await count(limits, 10, 'Hana', '192.0.2.1', true)).wait, undefined);
    t.is((await count(limits, 1, 'Hana', '192.0.2.9', true)).wait, 900);
  },
);

test('above the hundred of an account, each address has one attempt', withServer, async (t, { store }) => {
  const limits = new SignInLimits(store);
  for (let at = 0; at < 10; at += 1) t.is((await count(limits, 10, 'Hana', `192.0.2.${at}`)).wait, undefined);
  t.is((await count(limits, 1, 'Hana', '192.0.2.100')).wait, undefined);
  t.is((await count(limits, 1, 'Hana', '192.0.2.100')).wait, 900);
});

test('an attempt whose password was not compared is one of its address alone', withServer, async (t, { store }) => {
  const limits = new SignInLimits(store);
  await limits.takeBackUnheard(await count(limits, 1, 'Hana', '192.0.2.1'), TIME);
  t.deepEqual((await count(limits, 1, 'Hana', '192.0.2.1')).rank, [1, 0]);
  await limits.takeBack(await count(limits, 1, 'Hana', '192.0.2.1'), TIME);
  t.deepEqual((await count(limits, 1, 'Hana', '192.0.2.1')).rank, [2, 1]);
});
