import test from 'ava';
import { until } from './helpers/until.js';

test('until looks again and again, and ends when the condition holds', async (t) => {
  let looks = 0;
  await until(async () => ++looks === 3, { what: 'the third look' });
  t.is(looks, 3);
});

test('until fails at its bound, and says what it waited for', async (t) => {
  await t.throwsAsync(
    until(() => false, { what: 'the service is ready', within: 10 }),
    { message: 'Waited 10 ms in vain until the service is ready' },
  );
});
