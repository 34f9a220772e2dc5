import { Writable } from 'node:stream';
import test from 'ava';
import { explain } from '../../../src/cli/output/explain-error.js';
import { type ErrorCode, exitCodes, Failure, failures } from '../../../src/domain/failure.js';
import { run } from '../../helpers/cli/run.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';
import { everyCommand } from '../../helpers/cli/tree.js';

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
  [['help', 'tiem'], "unknown command 'tiem'; did you mean time?"],
  [['help', 'zzzzzz'], "unknown command 'zzzzzz'; see svcapi --help"],
  [['help', 'datacard', 'asign'], "unknown command 'asign'; did you mean assign?"],
  [['token', 'help'], "unknown command 'help'; see svcapi token --help"],
  [['help', 'token', 'help'], "unknown command 'help'; see svcapi token --help"],
  [['help', 'time', 'now'], "unknown command 'now'; see svcapi time --help"],
  [['\x1b[31m'], "unknown command '\\x1b[31m'; see svcapi --help"],
];

for (const [argv, message] of misused) {
  test(`one line and exit code 2: svcapi ${argv.join(' ').replace('\x1b', 'ESC')}`, async (t) => {
    t.deepEqual(await run(argv), { code: 2, stdout: '', stderr: `svcapi: ${message}\n` });
  });
}

for (const argv of [[], ['token']]) {
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

test('the help of every command ends with examples and is not too wide', async (t) => {
  for (const { path } of await everyCommand()) {
    const argv = path.split(' ').slice(1);
    const { code, stdout, stderr } = await run([...argv, '--help']);
    t.is(code, 0, path);
    t.is(stderr, '', path);
    t.regex(stdout, new RegExp(`^Usage: ${path} `));
    t.regex(stdout, /\n\nExamples:\n( {2}# .+\n {2}\$ .*svcapi .+\n\n?)+$/, path);
    t.true(
      stdout.split('\n').every((line) => line.length <= 100),
      path,
    );
    t.deepEqual(await run(['help', ...argv]), { code, stdout, stderr }, `svcapi help shows the same: ${path}`);
  }
});

test('every command has a summary and a description', async (t) => {
  for (const command of await everyCommand()) {
    t.true(command.description().endsWith('.'), `${command.path}: in sentences`);
    if (command.parent) t.regex(command.summary(), /^[a-z].*[^.]$/, `${command.path}: and in a few words`);
    for (const option of command.options) if (!option.hidden) t.truthy(option.description, option.flags);
  }
});

for (const [word, { exit }] of Object.entries(failures) as [ErrorCode, (typeof failures)[ErrorCode]][]) {
  test(`a failure ends with its exit code: ${word}`, (t) => {
    t.deepEqual(explain(new Failure(word, 'So it is.')), { message: 'So it is.', exit });
    t.true(exitCodes[exit] > 0);
  });
}

test('an unexpected error is one line, and --debug adds the stack trace', async (t) => {
  // biome-ignore lint/correctness/useYield: nothing comes
  function* broken(): Generator<string> {
    throw new Error('so broken');
  }
  const line = 'svcapi: internal error: so broken; please report it, with the output of --debug\n';
  t.deepEqual(await run(['time', '-'], { stdin: broken() }), { code: 1, stdout: '', stderr: line });
  const { stderr } = await run(['--debug', 'time', '-'], { stdin: broken() });
  t.true(stderr.startsWith(`${line}Error: so broken\n    at broken`), stderr);
});

test('an error of the operating system is said in words where there are some', (t) => {
  const of = (code: string, message: string) =>
    Object.assign(new Error(message), { code, syscall: 'open', path: '/x' });
  const known = of('EACCES', "EACCES: permission denied, open '/x'");
  t.deepEqual(explain(known), { message: '/x: permission denied', exit: 'other' });
  t.is(explain(of('EBADF', 'EBADF: bad file descriptor')).message, '/x: EBADF: bad file descriptor');
});

test('without UTF-8 in the locale, messages and help texts have none', async (t) => {
  const env = { LC_ALL: 'C', LANG: 'C.UTF-8' };
  const ran = [await run(['time', 'x…'], { env }), await run(['creditlog', '--help'], { env, terminal: 80 })];
  for (const { stdout, stderr } of ran) t.regex(stdout + stderr, /^[ -~\n]+$/);
  t.regex(ran[0]?.stderr ?? '', /^svcapi: "x\.\.\.": this is not a time/);
});

test('an error of the service names its request', async (t) => {
  const { url } = await strangeServer(t, (response) => {
    response.writeHead(500, { 'X-Request-Id': 'r-1' }).end();
  });
  const { code, stderr } = await run(['hello'], { env: { SVCAPI_URL: url } });
  t.is(`${code} ${stderr}`, '3 svcapi: the server answers with status 500 (request r-1)\n');
});

test('a thrown value need not be an error', (t) => {
  t.regex(explain('a string').message ?? '', /^internal error: a string;/);
});

/** A stream whose every write fails. */
function failing(code: string): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code, syscall: 'write' })),
  });
}

for (const argv of [['time'], ['--help'], ['--version'], ['time', '--json']]) {
  test(`a closed pipe ends quietly: ${argv.join(' ')}`, async (t) => {
    t.deepEqual(await run(argv, { stdout: failing('EPIPE') }), { code: 0, stdout: '', stderr: '' });
  });

  test(`a full disk is reported once: ${argv.join(' ')}`, async (t) => {
    const { code, stderr } = await run(argv, { stdout: failing('ENOSPC') });
    t.is(code, 1);
    t.is(stderr, 'svcapi: the output cannot be written: the disk is full\n');
  });
}

test('a message is cut before it floods the terminal', async (t) => {
  const { stderr } = await run(['x'.repeat(1_000_000)]);
  t.true(stderr.length < 3000);
});
