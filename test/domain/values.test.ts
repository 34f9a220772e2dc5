import test from 'ava';
import { counted, durationInWords } from '../../src/domain/duration.js';
import { exitCodes, Failure, failures, invalidParameter } from '../../src/domain/failure.js';
import { lengthProblem, normalizePassword } from '../../src/domain/password.js';

/** Durations, failures and passwords. */

test('a duration is in the largest unit that leaves no rest, and one is counted in the singular', (t) => {
  for (const [seconds, words] of [
    [1, '1 second'],
    [90, '90 seconds'],
    [60, '1 minute'],
    [5400, '90 minutes'],
    [3600, '1 hour'],
    [86_400, '24 hours'],
    [172_800, '48 hours'],
    [259_200, '3 days'],
    [259_201, '259201 seconds'],
  ] as const)
    t.is(durationInWords(seconds), words);
  t.is(counted(1, 'refused call'), '1 refused call');
  t.is(counted(0, 'refused call'), '0 refused calls');
});

test('each failure has a message and an exit code, and keeps its own message, details and cause', (t) => {
  for (const { message, exit } of Object.values(failures)) {
    t.regex(message, /^[A-Z].*\.$/);
    t.true(exitCodes[exit] > 0);
  }
  t.is(new Failure('not_found').message, failures.not_found.message);
  t.is(new Failure('not_found', 'No such faction.').message, 'No such faction.');
  t.deepEqual(invalidParameter('uid', 'Wrong.').details, { parameter: 'uid' });
  const cause = new Error('disk gone');
  t.is(new Failure('unavailable', undefined, {}, cause).cause, cause);
  t.is(new Failure('unavailable').cause, undefined);
});

test('a password has twelve characters of any script to 1024 bytes, and one form', (t) => {
  for (const password of ['vier Wörter!', '合言葉は四つの単語で成り立つ', '        a  b c'])
    t.is(lengthProblem(password), undefined);
  for (const password of ['', 'eleven char', '🚀'.repeat(11)]) t.regex(lengthProblem(password) ?? '', /too short/);
  t.regex(lengthProblem('x'.repeat(1025)) ?? '', /longer than 1024 bytes/);
  t.is(normalizePassword('ﬁve\u00a0w\u006f\u0308rds'), 'five wörds');
});
