import { PassThrough, Writable } from 'node:stream';
import test from 'ava';
import { ClosedPipe, Output } from '../../../src/cli/output/output.js';
import { Kept } from '../../helpers/cli/run.js';
import { until } from '../../helpers/until.js';

test('after a flush everything has been written, in order', async (t) => {
  const stream = new Kept();
  const output = new Output(stream);
  for (let index = 0; index < 50_000; index++) await output.write(`${index}\n`);
  await output.flush();
  t.is(stream.text, Array.from({ length: 50_000 }, (_, index) => `${index}\n`).join(''));
});

test('output appears while the program waits', async (t) => {
  const stream = new PassThrough();
  const output = new Output(stream);
  await output.write('first\n');
  const [chunk] = (await once(stream)) as [Buffer];
  t.is(chunk.toString(), 'first\n');
});

test('the writer waits for a slow reader', async (t) => {
  const taken: (() => void)[] = [];
  const stream = new Writable({ write: (_chunk, _encoding, done) => taken.push(done) });
  const output = new Output(stream);
  let written = 0;
  const writing = (async () => {
    for (; written < 100; written++) await output.write('x'.repeat(10_000));
    await output.flush();
  })();
  await new Promise(setImmediate);
  t.true(written < 20, `${written} pieces were written to a stream that takes none`);
  let isDone = false;
  void writing.then(() => {
    isDone = true;
  });
  const takeOne = () => {
    taken.shift()?.();
    return isDone;
  };
  await until(takeOne, { what: 'all of it is written' });
  t.is(written, 100);
});

test('while much is written to a file, a signal can arrive', async (t) => {
  const output = new Output({ write: (_text, done) => done?.(), on: () => {} });
  let hasTurned = false;
  setImmediate(() => {
    hasTurned = true;
  });
  // The turn may be one that other long work of this process has begun.
  for (let chunk = 0; chunk < 10_000 && !hasTurned; chunk++) await output.write('x'.repeat(64 * 1024));
  t.true(hasTurned);
});

for (const code of ['EPIPE', 'ECONNRESET']) {
  test(`a closed pipe is reported to the writer: ${code}`, async (t) => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
    const output = new Output(stream);
    await output.write('gone');
    await t.throwsAsync(output.flush(), { instanceOf: ClosedPipe });
    await t.throwsAsync(output.flush(), { instanceOf: ClosedPipe }, 'and again');
  });
}

test('any other error keeps its message', async (t) => {
  const error = Object.assign(new Error('broken'), { code: 'EOTHER' });
  const output = new Output(new Writable({ write: (_chunk, _encoding, done) => done(error) }));
  await output.write('full');
  await t.throwsAsync(output.flush(), { message: 'the output cannot be written: broken' });
});

function once(stream: PassThrough): Promise<unknown[]> {
  return new Promise((resolve) => stream.once('data', (...found) => resolve(found)));
}
