import test from 'ava';
import { explain } from '../../../src/cli/output/explain-error.js';
import { refuses, run } from '../../helpers/cli/run.js';
import { everyCommand } from '../../helpers/cli/tree.js';

const misused: [line: string, message: string][] = [
  ['tiem', "unknown command 'tiem'; did you mean time?"],
  ['zzzzzz', "unknown command 'zzzzzz'; see svcapi --help"],
  ['time --jsno', "unknown option '--jsno'; did you mean --json?"],
  ['--debgu time', "unknown option '--debgu'; did you mean --debug?"],
  ['time --zzzzzz', "unknown option '--zzzzzz'; see svcapi time --help"],
  ['token craete', "unknown command 'craete'; did you mean create?"],
  ['datacard 14:1', "unknown command '14:1'; did you mean svcapi datacard show 14:1?"],
  ['token list x', "too many arguments for 'list'. Expected 0 arguments but got 1; see svcapi token list --help"],
  ['time --cgt', "option '--cgt <cgt>' argument missing; see svcapi time --help"],
  ['client create', "missing required argument 'client'; see svcapi client create --help"],
  [
    'time --output yaml',
    "option '--output <format>' argument 'yaml' is invalid. Allowed choices are table, tsv, json, csv; see svcapi time --help",
  ],
  ['help tiem', "unknown command 'tiem'; did you mean time?"],
  ['help datacard asign', "unknown command 'asign'; did you mean assign?"],
  ['token help', "unknown command 'help'; see svcapi token --help"],
  ['help time now', "unknown command 'now'; see svcapi time --help"],
  ['character --token svcapi_secret', "unknown option '--token'; see svcapi character --help"],
  ['\x1b[31m', "unknown command '\\x1b[31m'; see svcapi --help"],
];

test('a misused command is one line and exit code 2, and the version is a number', async (t) => {
  for (const [line, message] of misused) await refuses(t, run(line.split(' ')), 2, message);
  for (const argv of [[], ['token']]) await refuses(t, run(argv), 2, /^Usage: svcapi/);
  t.true((await run(['x'.repeat(1_000_000)])).stderr.length < 3000, 'it does not flood the terminal');
  for (const argv of [['--version'], ['-V'], ['time', '--version']]) {
    t.regex((await run(argv)).stdout, /^\d+\.\d+\.\d+\n$/);
  }
});

test('every command has a summary, a description and a help with examples that is not too wide', async (t) => {
  for (const command of await everyCommand()) {
    const { path } = command;
    t.true(command.description().endsWith('.'), `${path}: in sentences`);
    if (command.parent) t.regex(command.summary(), /^[a-z].*[^.]$/, `${path}: and in a few words`);
    for (const option of command.options) if (!option.hidden) t.truthy(option.description, option.flags);
    const argv = path.split(' ').slice(1);
    const { code, stdout, stderr } = await run([...argv, '--help']);
    t.deepEqual([code, stderr], [0, ''], path);
    t.true(stdout.startsWith(`Usage: ${path} `));
    t.regex(stdout, /\n\nExamples:\n( {2}# .+\n {2}\$ .*svcapi .+\n\n?)+$/, path);
    t.notRegex(stdout, /.{101}/, path);
    t.deepEqual(await run(['help', ...argv]), { code, stdout, stderr }, `svcapi help shows the same: ${path}`);
  }
});

test('an unexpected error is one line, and --debug adds the stack trace', async (t) => {
  // biome-ignore lint/correctness/useYield: nothing comes
  function* broken(): Generator<string> {
    throw new Error('so broken');
  }
  const line = 'internal error: so broken; please report it, with the output of --debug';
  await refuses(t, run(['time', '-'], { stdin: broken() }), 1, line);
  const { stderr } = await run(['--debug', 'time', '-'], { stdin: broken() });
  t.true(stderr.startsWith(`svcapi: ${line}\nError: so broken\n    at broken`), stderr);
  t.regex(explain('a string').message ?? '', /^internal error: a string;/);
});
