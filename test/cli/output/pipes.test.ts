import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { standardSink } from '../../../src/cli/io.js';
import { PROGRAM } from '../../helpers/cli/program.js';
import { temporaryFolder } from '../../helpers/cli/run.js';

/** Standard output as pipes of a shell: the other tests give the program a socket. */

const FIRST = 912_668_400;
const COUNT = 5_000;
const LINES = Array.from({ length: COUNT }, (_, index) => `${FIRST + index}\n`).join('');

/** Runs `svcapi time -` in a line of a shell, as `"$@"`. */
async function run(line: string, input = LINES) {
  const args = ['-c', line, 'sh', process.execPath, PROGRAM, 'time', '-'];
  const child = spawn('sh', args, { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH, HOME: '/' } });
  // Whoever does not read its input closes it early.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code: code as number | null };
}

/** Reads a line at a time, slower than the program writes. */
const SLOW_READER = 'while read -r line; do echo "$line"; done';

for (const reader of ['cat', SLOW_READER]) {
  test(`a pipe of a shell gets the whole of a large output, in order: ${reader}`, async (t) => {
    const { stdout, stderr, code } = await run(`"$@" | ${reader}`);
    t.deepEqual({ stderr, code }, { stderr: '', code: 0 });
    const timestamps = stdout
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.split('\t')[0]));
    t.is(timestamps.length, COUNT);
    t.is(
      timestamps.findIndex((timestamp, index) => timestamp !== FIRST + index),
      -1,
    );
  });
}

test('a closed pipe of a shell ends the program without a message', async (t) => {
  const { stdout, stderr } = await run('{ "$@"; echo "exit code $?" >&2; } | head -n 1');
  t.regex(stdout, /^912668400\t[^\n]*\n$/);
  t.is(stderr, 'exit code 0\n');
});

test('standard error into the same pipe keeps its place', async (t) => {
  const { stdout } = await run('"$@" 2>&1 | tail -n 1', 'nope\n');
  t.regex(stdout, /^svcapi: line 1 ["“]nope["”]: /);
});

test('a text for a full pipe that does not wait goes to the stream', async (t) => {
  const path = join(await temporaryFolder(t), 'pipe');
  execFileSync('mkfifo', [path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  t.teardown(() => closeSync(pipe));
  t.throws(
    () => {
      while (writeSync(pipe, 'x'.repeat(4096)) > 0);
    },
    { code: 'EAGAIN' },
  );
  const stream = new PassThrough();
  const sink = standardSink(pipe, () => stream);
  await new Promise((resolve) => sink.write('first\n', resolve));
  await new Promise((resolve) => sink.write('second\n', resolve));
  t.is(String(stream.read()), 'first\nsecond\n');
});

test('a text goes to a file at once, and an error of the disk is reported', async (t) => {
  const path = join(await temporaryFolder(t), 'file');
  const file = openSync(path, 'w');
  standardSink(file, () => new PassThrough()).write('first\n');
  closeSync(file);
  t.is(await readFile(path, 'utf8'), 'first\n');
  const readable = openSync(path, 'r');
  t.teardown(() => closeSync(readable));
  const sink = standardSink(readable, () => new PassThrough());
  t.like(await new Promise((resolve) => sink.write('x', resolve)), { code: 'EBADF' });
});
