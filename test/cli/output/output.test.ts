import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import test from 'ava';
import { standardSink } from '../../../src/cli/io.js';
import { Output } from '../../../src/cli/output/output.js';
import { failing, refuses, run, temporaryFolder } from '../../helpers/cli/run.js';
import { until } from '../../helpers/until.js';

test('text waits in a stream for a full pipe, and goes to a file at once', async (t) => {
  const path = join(await temporaryFolder(t), 'pipe');
  execFileSync('mkfifo', [path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  t.teardown(() => closeSync(pipe));
  const fill = () => {
    while (writeSync(pipe, 'x'.repeat(4096)) > 0);
  };
  t.throws(fill, { code: 'EAGAIN' });
  const stream = new PassThrough();
  const sink = standardSink(pipe, () => stream);
  for (const line of ['first\n', 'second\n']) await new Promise((resolve) => sink.write(line, resolve));
  t.is(String(stream.read()), 'first\nsecond\n');

  const name = join(await temporaryFolder(t), 'file');
  const file = openSync(name, 'w');
  standardSink(file, () => new PassThrough()).write('first\n');
  closeSync(file);
  t.is(await readFile(name, 'utf8'), 'first\n');
});

test('output appears while the program waits, and the writer waits for a slow reader', async (t) => {
  const stream = new PassThrough();
  await new Output(stream).write('first\n');
  t.is(String((await once(stream, 'data'))[0]), 'first\n');

  const taken: (() => void)[] = [];
  const output = new Output(new Writable({ write: (_chunk, _encoding, done) => taken.push(done) }));
  let written = 0;
  let isDone = false;
  const writing = (async () => {
    for (; written < 100; written++) await output.write('x'.repeat(10_000));
    await output.flush();
    isDone = true;
  })();
  await new Promise(setImmediate);
  t.true(written < 20, `${written} pieces were written to a stream that takes none`);
  const takeOne = () => {
    taken.shift()?.();
    return isDone;
  };
  await until(takeOne, { what: 'all of it is written' });
  await writing;
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

test('a closed pipe ends a command quietly, and a full disk is reported once', async (t) => {
  for (const argv of [['time'], ['--help'], ['--version'], ['time', '--json']]) {
    for (const code of ['EPIPE', 'ECONNRESET']) {
      t.deepEqual(await run(argv, { stdout: failing(code) }), { code: 0, stdout: '', stderr: '' }, argv.join(' '));
    }
    const full = 'the output cannot be written: the disk is full';
    await refuses(t, run(argv, { stdout: failing('ENOSPC') }), 1, full);
  }
});
