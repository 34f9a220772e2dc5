import test from 'ava';
import { Failure } from '../../src/domain/failure.js';
import { Silence } from '../../src/store/postgres/silence.js';
import { until } from '../helpers/until.js';

/** A database that accepts connections and statements, and does not answer. */

const LATE = new Error('Query read timeout');
const REFUSED = Object.assign(new Error('relation "nothing" does not exist'), { severity: 'ERROR' });
const never = () => new Promise<never>(() => {});
const unwanted = () => {
  throw new Error('nothing comes late');
};

test('a database that answers, and be it with errors, gives connections', async (t) => {
  const silence = new Silence(never);
  t.false(silence.notice(REFUSED));
  t.is(await silence.wait(async () => 'a connection', unwanted), 'a connection');
});

test('nobody waits for a database that does not answer', async (t) => {
  const silence = new Silence(never);
  t.true(silence.notice(LATE));
  await t.throwsAsync(silence.wait(unwanted, unwanted), { instanceOf: Failure });
  silence.close();
});

test('who waits for a connection when the silence begins fails at once, and gives it back when it comes', async (t) => {
  const silence = new Silence(never);
  let come = (_: string) => {};
  const late: string[] = [];
  const connecting = () =>
    new Promise<string>((resolve) => {
      come = resolve;
    });
  const waiting = silence.wait(connecting, (connection) => late.push(connection));
  silence.notice(LATE);
  await t.throwsAsync(waiting, { instanceOf: Failure });
  come('a connection');
  await until(() => late.length > 0, { what: 'the connection is given back' });
  t.deepEqual(late, ['a connection']);
  silence.close();
});

test('a connection that takes too long begins the silence', async (t) => {
  const silence = new Silence(never);
  const slow = () => Promise.reject(new Error('timeout expired'));
  await t.throwsAsync(silence.wait(slow, unwanted), { message: 'timeout expired' });
  await t.throwsAsync(silence.wait(unwanted, unwanted), { instanceOf: Failure });
  silence.close();
});

test('any answer ends the silence, that of a statement which was sent before too', async (t) => {
  for (const answer of [(silence: Silence) => silence.end(), (silence: Silence) => silence.notice(REFUSED)]) {
    const silence = new Silence(never);
    silence.notice(LATE);
    answer(silence);
    t.is(await silence.wait(async () => 'a connection', unwanted), 'a connection');
    silence.close();
  }
});

test('attempts are repeated until one is answered', async (t) => {
  let attempts = 0;
  const silence = new Silence(async () => {
    attempts += 1;
    if (attempts < 3) throw LATE;
  });
  silence.notice(LATE);
  const isOver = () => silence.wait(async () => true, unwanted).catch(() => false);
  await until(isOver, { what: 'the silence ends' });
  t.is(attempts, 3);
});

test('a connection that is refused or cut is no silence: it fails at once', async (t) => {
  const silence = new Silence(never);
  t.false(silence.notice(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })));
  t.false(silence.notice(new Error('Connection terminated unexpectedly')));
  t.false(silence.notice(undefined));
  t.is(await silence.wait(async () => 'a connection', unwanted), 'a connection');
});
