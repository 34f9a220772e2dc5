import test from 'ava';
import { exitCodes, Failure, failures, invalidParameter } from '../../src/domain/failure.js';

test('each failure has a message and an exit code', (t) => {
  for (const { message, exit } of Object.values(failures)) {
    t.regex(message, /^[A-Z].*\.$/);
    t.true(exitCodes[exit] > 0);
  }
});

test('a failure has the default message of its code, or its own', (t) => {
  t.is(new Failure('not_found').message, failures.not_found.message);
  t.is(new Failure('not_found', 'No such faction.').message, 'No such faction.');
  t.deepEqual(invalidParameter('uid', 'Wrong.').details, { parameter: 'uid' });
});

test('the cause of a failure is kept for the log', (t) => {
  const cause = new Error('disk gone');
  t.is(new Failure('unavailable', undefined, {}, cause).cause, cause);
  t.is(new Failure('unavailable').cause, undefined);
});
