import test from 'ava';
import { Failure } from '../../src/domain/failure.js';
import { Slices } from '../../src/store/slices.js';

/** A clock that moves by what the work of a slice costs, and what is paused. */
function pace() {
  const time = { now: 0, pauses: [] as number[] };
  return {
    time,
    clock: () => time.now,
    async pause(milliseconds: number) {
      time.now += milliseconds;
      time.pauses.push(milliseconds);
    },
  };
}

test('slices become as large as fits into their time, and as small', async (t) => {
  const { time, ...rest } = pace();
  const sizes: number[] = [];
  let left = 100_000;
  await new Slices(20, rest).repeat(async (most) => {
    // A hundred rows take a millisecond, and four from the middle on.
    time.now += (most / 100) * (left > 50_000 ? 1 : 4);
    sizes.push(most);
    const done = Math.min(most, left);
    left -= done;
    return done;
  });
  t.is(left, 0);
  t.deepEqual(sizes.slice(0, 6), [200, 400, 800, 1600, 2000, 2000]);
  t.deepEqual(sizes.slice(-3), [500, 500, 500]);
  t.deepEqual(time.pauses.slice(3, 6), [16, 20, 20], 'others have as much time as a slice takes');
});

test('what is less than a slice ends the work', async (t) => {
  const { time: _, ...rest } = pace();
  const done = [200, 400, 5, 99];
  await new Slices(20, rest).repeat(async () => done.shift() ?? 0);
  t.deepEqual(done, [99]);
});

test('a slice waits for others that write, and not for ever', async (t) => {
  const { time, ...rest } = pace();
  let attempts = 0;
  await new Slices(20, rest).repeat(async () => {
    attempts += 1;
    if (attempts < 5) throw new Failure('unavailable');
    return 1;
  });
  t.is(attempts, 5);
  const always = new Slices(20, rest).repeat(() => Promise.reject(new Failure('unavailable')));
  await t.throwsAsync(always, { instanceOf: Failure });
  t.true(time.now < 10_000, `${time.now} ms`);
});

test('another error ends the work at once', async (t) => {
  const { time, ...rest } = pace();
  const failing = new Slices(20, rest).repeat(() => Promise.reject(new Error('The disk is gone.')));
  await t.throwsAsync(failing, { message: 'The disk is gone.' });
  t.is(time.now, 0);
});

test('an abort ends it between two slices', async (t) => {
  const { time: _, ...rest } = pace();
  const controller = new AbortController();
  let slices = 0;
  const work = new Slices(20, rest).repeat(async (most) => {
    slices += 1;
    if (slices === 3) controller.abort(new Error('enough'));
    return most;
  }, controller.signal);
  await t.throwsAsync(work, { message: 'enough' });
  t.is(slices, 3);
});
