import test from 'ava';
import { SharedAnswers } from '../../../src/server/response/shared-answers.js';

/** Answers that are written once for everybody, and for one second. */

/** Counts how often each answer is written. */
function counting() {
  const answers = new SharedAnswers();
  const written: string[] = [];
  const ask = (key: string, now: number) =>
    answers.of(key, now, async () => {
      written.push(key);
      return `${key} at ${now}`;
    });
  return { answers, written, ask };
}

test('an answer is written once a second', async (t) => {
  const { written, ask } = counting();
  t.is(await ask('a', 1000), 'a at 1000');
  t.is(await ask('a', 1999), 'a at 1000');
  t.is(await ask('a', 2000), 'a at 2000');
  t.deepEqual(written, ['a', 'a']);
});

test('no more than 100 answers are kept', async (t) => {
  const { written, ask } = counting();
  for (let index = 0; index <= 100; index++) await ask(String(index), 1000);
  t.is(written.length, 101);
  await ask('0', 1000);
  t.is(written.length, 102, 'the first was forgotten for the last');
});

test('an answer that is written when its second has passed is not kept for the next', async (t) => {
  const { answers, ask } = counting();
  const late = answers.of('a', 1999, async () => {
    await ask('b', 2000);
    return 'a at 1999';
  });
  t.is(await late, 'a at 1999', 'whoever asked in time gets it');
  t.is(await ask('a', 2000), 'a at 2000');
});
