import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import test from 'ava';
import { PROGRAM, startProgram } from './helpers/cli/program.js';
import { onTerminal, showOn } from './helpers/cli/terminal.js';
import { temporaryFolder } from './helpers/folder.js';
import { needs } from './helpers/needs.js';

const HOME = { HOME: '/nonexistent' };

/** Starts the program with an open standard input. */
const start = (...argv: string[]) => startProgram(argv, HOME, { isOpen: true });

const FIRST = 912_668_400;

/** Returns timestamps one second apart, a line each. */
function seconds(count: number): Readable {
  return Readable.from(
    (function* () {
      for (let index = 0; index < count; index++) yield `${FIRST + index}\n`;
    })(),
  );
}

test('a slow reader of a pipe gets the whole of a large output', async (t) => {
  const { child, ended } = start('time', '-');
  seconds(10_000).pipe(child.stdin as Writable);
  let rest = '';
  let lines = 0;
  for await (const chunk of child.stdout) {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (!part.startsWith(`${FIRST + lines++}\t`)) t.fail(part);
    if (lines % 7 === 0) await new Promise(setImmediate);
  }
  t.is(rest, '');
  t.is(lines, 10_000);
  t.is((await ended).code, 0);
});

test('a file gets the whole of a large output', async (t) => {
  const path = join(temporaryFolder(), 'out.json');
  const file = await open(path, 'w');
  const argv = [PROGRAM, 'time', '-', '--json', 'timestamp'];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', file.fd, 'inherit'] });
  if (child.stdin) seconds(10_000).pipe(child.stdin);
  t.is(await new Promise((resolve) => child.on('close', resolve)), 0);
  await file.close();
  t.is((JSON.parse(await readFile(path, 'utf8')) as unknown[]).length, 10_000);
});

test('a closed pipe ends the program without a message', async (t) => {
  const { child, ended } = start('time', '-');
  seconds(200_000).pipe(child.stdin as Writable);
  child.stdout.once('data', () => child.stdout.destroy());
  const { stdout: _, ...end } = await ended;
  t.deepEqual(end, { stderr: '', code: 0, signal: null });
});

test('each line of a slow writer is answered at once', async (t) => {
  const { child, ended } = start('time', '-');
  const answers = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  for (const value of ['Y12D3', 'Y12D4']) {
    child.stdin?.write(`${value}\n`);
    t.regex((await answers.next()).value, /^\d+\tYear 12 Day [34], 00:00:00\t.*\n$/);
  }
  child.stdin?.end();
  t.is((await ended).code, 0);
});

const full = needs('/dev/full', existsSync('/dev/full'));

full('a full disk is an error, and none of the table that is read', (t) => {
  const table = "{ echo uid,name; yes '4:1,Ember Works' | head -n 3000; } |";
  for (const [input, command] of [
    ['', 'time'],
    [table, 'records-from-csv entity -'],
  ]) {
    const line = `${input} '${process.execPath}' '${PROGRAM}' ${command} > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
    t.is(status, 1);
    t.is(stderr, 'svcapi: the output cannot be written: the disk is full\n');
  }
});

const codes: [argv: string[], code: number][] = [
  [['time', '--cgt', 'Year 12 Day 3'], 0],
  [['time', 'nope'], 2],
  // The driver of PostgreSQL warns of this mode by itself.
  [['token', 'list', '--database', 'postgres://user@127.0.0.1:1/galaxy?sslmode=require'], 1],
];

test('a command ends with its code, and with data or one line of error', async (t) => {
  for (const [argv, expected] of codes) {
    const { code, stdout, stderr } = await startProgram(argv, HOME).ended;
    t.is(code, expected, stderr);
    t.regex(expected === 0 ? stdout : stderr, expected === 0 ? /^1291273200\t[^\n]+\n$/ : /^svcapi: [^\n]+\n$/);
    t.is(expected === 0 ? stderr : stdout, '');
  }
});

onTerminal('a table on a terminal, as wide as that is', async (t) => {
  t.is(
    await showOn('svcapi --no-color time Y12D3', { columns: 60 }),
    `┌────────────┬──────────────────────┬──────────────────────┐
│  timestamp │ cgt                  │ date                 │
├────────────┼──────────────────────┼──────────────────────┤
│ 1291273200 │ Year 12 Day 3,       │ 2010-12-02T07:00:00Z │
│            │ 00:00:00             │                      │
└────────────┴──────────────────────┴──────────────────────┘
`,
  );
});

onTerminal('colour on a terminal, but never against NO_COLOR', async (t) => {
  const shown = (line: string, env = {}) => showOn(line, { columns: 80, env });
  t.true((await shown('svcapi time Y12D3')).includes('\x1b[1mcgt'));
  t.false((await shown('svcapi time Y12D3', { NO_COLOR: '1', FORCE_COLOR: '3' })).includes('\x1b'));
  t.false((await shown('svcapi time Y12D3 | cat')).includes('\x1b'), 'nor in a pipe');
});

onTerminal('no escape sequence of an argument reaches the terminal', async (t) => {
  const shown = await showOn('svcapi time "$(printf \'\\033]0;owned\\007\')" || echo $?', { columns: 80 });
  t.true(shown.startsWith('svcapi: “\\x1b]0;owned\\x07”: this is not a time; '));
  t.false(shown.includes('\x1b'));
  t.true(shown.endsWith('\n2\n'));
});

onTerminal('data can be redirected while messages stay on the terminal', async (t) => {
  const shown = await showOn('svcapi time Y12D3 nope > /dev/null', { columns: 200 });
  t.regex(shown, /^svcapi: “nope”: this is not a time; .*\n$/);
});
