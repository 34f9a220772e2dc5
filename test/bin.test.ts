import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { temporaryFolder, withGalaxy } from './helpers/cli/run.js';
import { onTerminal, showOn } from './helpers/cli/terminal.js';

const PROGRAM = fileURLToPath(new URL('../svcapi.cjs', import.meta.url));

interface Around {
  input?: Readable | string;
  env?: Record<string, string>;
  nodeOptions?: string[];
}

/** Starts the real program, as a shell does. */
function start(argv: string[], { env = {}, nodeOptions = [] }: Around = {}) {
  const child = spawn(process.execPath, [...nodeOptions, PROGRAM, ...argv], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Whoever does not read its input closes it early.
  child.stdin.on('error', () => {});
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  return { child, ended };
}

async function run(argv: string[], around: Around = {}) {
  const { child, ended } = start(argv, around);
  if (around.input instanceof Readable) around.input.pipe(child.stdin);
  else child.stdin.end(around.input);
  const [stdout, stderr, { code, signal }] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { stdout, stderr, code, signal };
}

/** Skipped where there is no /dev/full, the device on which every write finds the disk full (Linux has it). */
const full = existsSync('/dev/full') ? test : test.skip;

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
  const { child, ended } = start(['time', '-']);
  seconds(10_000).pipe(child.stdin);
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
  const path = join(await temporaryFolder(t), 'out.json');
  const file = await open(path, 'w');
  const argv = [PROGRAM, 'time', '-', '--json', 'timestamp'];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', file.fd, 'inherit'] });
  if (child.stdin) seconds(10_000).pipe(child.stdin);
  t.is(await new Promise((resolve) => child.on('close', resolve)), 0);
  await file.close();
  t.is((JSON.parse(await readFile(path, 'utf8')) as unknown[]).length, 10_000);
});

test('a closed pipe ends the program without a message', async (t) => {
  const { child, ended } = start(['time', '-']);
  seconds(200_000).pipe(child.stdin);
  child.stdout.once('data', () => child.stdout.destroy());
  const [stderr, { code, signal }] = await Promise.all([text(child.stderr), ended]);
  t.deepEqual({ stderr, code, signal }, { stderr: '', code: 0, signal: null });
});

test('each line of a slow writer is answered at once', async (t) => {
  const { child, ended } = start(['time', '-']);
  const answers = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  for (const value of ['Y12D3', 'Y12D4']) {
    child.stdin.write(`${value}\n`);
    t.regex((await answers.next()).value, /^\d+\tYear 12 Day [34], 00:00:00\t.*\n$/);
  }
  child.stdin.end();
  t.is((await ended).code, 0);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends a program that waits for input`, async (t) => {
    const { child, ended } = start(['time', '-']);
    child.stdin.write('Y12D3\n');
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill(signal);
    t.is((await ended).signal, signal);
  });
}

full('a full disk is an error', async (t) => {
  const line = `'${process.execPath}' '${PROGRAM}' time > /dev/full`;
  const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
  t.is(status, 1);
  t.is(stderr, 'svcapi: the output cannot be written: the disk is full\n');
});

full('a full disk is no error of the table that is read', async (t) => {
  const table = "echo uid,name; yes '4:1,Ember Works' | head -n 3000";
  const line = `{ ${table}; } | '${process.execPath}' '${PROGRAM}' records-from-csv entity - > /dev/full`;
  const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
  t.is(stderr, 'svcapi: the output cannot be written: the disk is full\n');
  t.is(status, 1);
});

const codes: [argv: string[], code: number][] = [
  [['time', '--cgt', 'Year 12 Day 3'], 0],
  [['--version'], 0],
  [['time', '--help'], 0],
  [['tiem'], 2],
  [['time', 'nope'], 2],
  [['token', 'list', '--database', '/nonexistent/galaxy.db'], 1],
  [['--config', '/nonexistent/config.toml', 'token', 'list'], 2],
];

for (const [argv, expected] of codes) {
  test(`exit code ${expected}: svcapi ${argv.join(' ')}`, async (t) => {
    const { code, stdout, stderr } = await run(argv);
    t.is(code, expected, stderr);
    t.is(stdout === '', expected !== 0);
    t.is(stderr === '', expected === 0);
  });
}

test('settings are read from a config file', async (t) => {
  const { path } = await withGalaxy(t);
  const config = join(await temporaryFolder(t), 'config.toml');
  await writeFile(config, `database = ${JSON.stringify(path)}\n`);
  t.regex((await run(['--config', config, 'client', 'list'])).stdout, /^console\tTrade console\t/);
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
  t.true((await showOn('svcapi time Y12D3', { columns: 80 })).includes('\x1b[1mcgt'));
  t.false((await showOn('svcapi time Y12D3', { columns: 80, env: { NO_COLOR: '1' } })).includes('\x1b'));
  t.false(
    (await showOn('svcapi time Y12D3', { columns: 80, env: { NO_COLOR: '1', FORCE_COLOR: '3' } })).includes('\x1b'),
  );
  t.false((await showOn('svcapi time Y12D3 | cat', { columns: 80 })).includes('\x1b'), 'nor in a pipe');
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

for (const mode of ['prefer', 'require', 'verify-ca']) {
  test(`sslmode=${mode} prints no warning of the driver`, async (t) => {
    const database = `postgres://user@127.0.0.1:1/galaxy?sslmode=${mode}`;
    const { code, stderr } = await run(['token', 'list', '--database', database]);
    t.is(code, 1);
    t.regex(stderr, /^svcapi: cannot use the database [^\n]+\n$/);
  });
}
