import { spawn } from 'node:child_process';
import { copyFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { CliCommand } from '../../src/cli/command.js';
import { Context } from '../../src/cli/context.js';
import { createProgram } from '../../src/cli/program.js';
import { explain } from '../../src/cli/report.js';
import { exitCodes, Failure, type FailureWord, failures } from '../../src/domain/failure.js';
import type { Store } from '../../src/store/store.js';
import { NOW } from '../helpers/galaxy.js';
import { Kept, run, temporaryFolder, withGalaxy } from './run.js';

const misused: [argv: string[], message: string][] = [
  [['tiem'], "unknown command 'tiem'; did you mean time?"],
  [['zzzzzz'], "unknown command 'zzzzzz'; see svcapi --help"],
  [['time', '--jsno'], "unknown option '--jsno'; did you mean --json?"],
  [['--debgu', 'time'], "unknown option '--debgu'; did you mean --debug?"],
  [['time', '--zzzzzz'], "unknown option '--zzzzzz'; see svcapi time --help"],
  [['token', 'craete'], "unknown command 'craete'; did you mean create?"],
  [
    ['token', 'list', 'x'],
    "too many arguments for 'list'. Expected 0 arguments but got 1; see svcapi token list --help",
  ],
  [['time', '--cgt'], "option '--cgt <cgt>' argument missing; see svcapi time --help"],
  [['client', 'create'], "missing required argument 'client'; see svcapi client create --help"],
  [
    ['time', '--output', 'yaml'],
    "option '--output <format>' argument 'yaml' is invalid. Allowed choices are table, tsv, json, csv; see svcapi time --help",
  ],
  [['\x1b[31m'], "unknown command '\\x1b[31m'; see svcapi --help"],
];

for (const [argv, message] of misused) {
  test(`one line and exit code 2: svcapi ${argv.join(' ').replace('\x1b', 'ESC')}`, async (t) => {
    t.deepEqual(await run(argv), { code: 2, stdout: '', stderr: `svcapi: ${message}\n` });
  });
}

for (const argv of [[], ['token'], ['help', 'zzzzzz']]) {
  test(`help on standard error and exit code 2: svcapi ${argv.join(' ')}`, async (t) => {
    const { code, stdout, stderr } = await run(argv);
    t.is(code, 2);
    t.is(stdout, '');
    t.regex(stderr, /^Usage: svcapi/);
  });
}

for (const argv of [['--version'], ['-V'], ['time', '--version']]) {
  test(`the version: svcapi ${argv.join(' ')}`, async (t) => {
    const { code, stdout, stderr } = await run(argv);
    t.is(code, 0);
    t.regex(stdout, /^\d+\.\d+\.\d+\n$/);
    t.is(stderr, '');
  });
}

function everyCommand(): CliCommand[] {
  const io = { stdin: process.stdin, stdout: new Kept(), stderr: new Kept(), env: {}, cwd: '/', now: () => 0 };
  const below = (command: CliCommand): CliCommand[] => [
    command,
    ...command.commands.filter((each) => each instanceof CliCommand).flatMap(below),
  ];
  return below(createProgram(new Context({ ...io, onInterrupt: () => () => {}, sleep: async () => {} })));
}

for (const command of everyCommand()) {
  const argv = command.path.split(' ').slice(1);

  test(`the help of ${command.path} ends with examples, and fits`, async (t) => {
    const { code, stdout, stderr } = await run([...argv, '--help']);
    t.is(code, 0);
    t.is(stderr, '');
    t.regex(stdout, new RegExp(`^Usage: ${command.path} `));
    t.regex(stdout, /\n\nExamples:\n( {2}# .+\n {2}\$ .*svcapi .+\n\n?)+$/);
    t.true(stdout.split('\n').every((line) => line.length <= 100));
    t.is((await run(['help', ...argv.slice(0, 1)])).code, 0);
  });

  test(`${command.path} is described`, (t) => {
    t.true(command.description().endsWith('.'), 'in sentences');
    if (argv.length > 0) t.regex(command.summary(), /^[a-z].*[^.]$/, 'and in a few words');
    for (const option of command.options) if (!option.hidden) t.truthy(option.description, option.flags);
  });
}

for (const line of new Set(everyCommand().flatMap(({ examples }) => examples.map((example) => example.line)))) {
  test(`an example that works as it stands: ${line}`, async (t) => {
    const { path, look } = await withGalaxy(t);
    const folder = await temporaryFolder(t);
    await symlink(fileURLToPath(new URL('../../svcapi.js', import.meta.url)), join(folder, 'svcapi'));
    await copyFile(path, join(folder, 'galaxy.db'));
    await writeFile(join(folder, 'galaxy.ndjson'), RECORD);
    await writeFile(join(folder, 'dump.ndjson.gz'), gzipSync(RECORD));
    const prepared = await look((store) => prepare(store, line));
    const { code, stderr } = await paste(prepared, folder, path);
    t.is(code, 0, stderr);
  });
}

const RECORD = '{"kind":"faction","uid":"20:7","name":"Harbour & Sons"}\n';

/** Runs a line as if it were pasted into a shell. What goes on until it is stopped is stopped as soon as it is ready. */
async function paste(line: string, folder: string, database: string): Promise<{ code: number | null; stderr: string }> {
  const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, SVCAPI_DATABASE: database, SVCAPI_PORT: '0' };
  const goesOn = line.startsWith('svcapi serve');
  const child = spawn('sh', ['-ec', goesOn ? `exec ${line}` : line], { env, cwd: folder });
  child.stdout.on('data', (chunk) => {
    if (goesOn && String(chunk).includes('listens on')) child.kill('SIGTERM');
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stderr, code] = await Promise.all([text(child.stderr), ended]);
  return { code, stderr };
}

/** Makes what an example is about. Ids of tokens are random: one that is named is replaced by one that is there. */
async function prepare(store: Store, line: string): Promise<string> {
  const client = { id: 'trade-console', name: 'Trade console' };
  if (!line.includes('client create')) await store.clients.create(client, NOW);
  await store.blacklist.add({ address: '192.0.2.7', createdAt: NOW, expiresAt: 2 * NOW, reason: '' });
  const grant = { clientId: 'console', characterUid: '1:1', permissions: [], expiresAt: 2 * NOW };
  const { id } = await store.tokens.create(grant, NOW);
  return line.replace(/(?<=token revoke )\w+/, id);
}

for (const [word, { exit }] of Object.entries(failures) as [FailureWord, (typeof failures)[FailureWord]][]) {
  test(`a failure ends with its exit code: ${word}`, (t) => {
    t.deepEqual(explain(new Failure(word, 'So it is.')), { message: 'So it is.', exit });
    t.true(exitCodes[exit] > 0);
  });
}

test('an unexpected error is still one clear line, and --debug shows where it came from', async (t) => {
  // biome-ignore lint/correctness/useYield: nothing comes
  function* broken(): Generator<string> {
    throw new Error('so broken');
  }
  const line = 'svcapi: this should not have happened: so broken; please report it, with the output of --debug\n';
  t.deepEqual(await run(['time', '-'], { stdin: broken() }), { code: 1, stdout: '', stderr: line });
  const { stderr } = await run(['--debug', 'time', '-'], { stdin: broken() });
  t.true(stderr.startsWith(`${line}Error: so broken\n    at broken`), stderr);
});

test('an error of the operating system speaks for itself', (t) => {
  const error = Object.assign(new Error("EACCES: permission denied, open '/x'"), { code: 'EACCES', syscall: 'open' });
  t.deepEqual(explain(error), { message: "EACCES: permission denied, open '/x'", exit: 'other' });
});

test('what was thrown need not be an error', (t) => {
  t.regex(explain('a string').message ?? '', /^this should not have happened: a string;/);
});

/** A stream whose every write fails. */
function failing(code: string, message = code): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(message), { code })) });
}

for (const argv of [['time'], ['--help'], ['--version'], ['time', '--json']]) {
  test(`a closed pipe ends quietly: ${argv.join(' ')}`, async (t) => {
    t.deepEqual(await run(argv, { stdout: failing('EPIPE') }), { code: 0, stdout: '', stderr: '' });
  });

  test(`a full disk is said, once: ${argv.join(' ')}`, async (t) => {
    const { code, stderr } = await run(argv, { stdout: failing('ENOSPC', 'no space left on device') });
    t.is(code, 1);
    t.is(stderr, 'svcapi: the output cannot be written: no space left on device\n');
  });
}

test('a message is cut before it floods the terminal', async (t) => {
  const { stderr } = await run(['x'.repeat(1_000_000)]);
  t.true(stderr.length < 3000);
});
