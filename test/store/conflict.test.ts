import test from 'ava';
import { Conflict, repeat } from '../../src/store/commits.js';

/** A clock that moves by what is paused. */
function pace() {
  const time = { now: 0, pauses: [] as number[] };
  const pause = async (milliseconds: number) => {
    time.now += milliseconds;
    time.pauses.push(milliseconds);
  };
  return { time, clock: () => time.now, pause };
}

const taken = () => Promise.reject(new Conflict(new Error('database is locked')));

test('a change waits for a second while another process writes, and is refused after it', async (t) => {
  const { time, ...rest } = pace();
  await t.throwsAsync(repeat(taken, undefined, rest), { instanceOf: Conflict });
  t.true(time.now >= 1000 && time.now < 1010, `${time.now} ms`);
  t.deepEqual(time.pauses.slice(0, 4), [1, 2, 4, 4]);
});

test('a change begins at the first attempt after another process has written', async (t) => {
  const { time, ...rest } = pace();
  const result = await repeat(() => (time.now < 990 ? taken() : Promise.resolve('written')), undefined, rest);
  t.is(result, 'written');
  t.true(time.now < 995, `${time.now} ms`);
});

test('another failure of a change is not waited for', async (t) => {
  const { time, ...rest } = pace();
  const failing = () => Promise.reject(new Error('The disk is gone.'));
  await t.throwsAsync(repeat(failing, undefined, rest), { message: 'The disk is gone.' });
  t.is(time.now, 0);
});
