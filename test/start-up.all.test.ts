import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { host, stop } from './helpers/cli/hosted.js';
import { PROGRAM, type ProgramOptions, startProgram } from './helpers/cli/program.js';
import { run } from './helpers/cli/run.js';
import { withService } from './helpers/cli/service.js';
import { wholeTree } from './helpers/cli/tree.js';
import { temporaryFolder } from './helpers/folder.js';
import { until } from './helpers/until.js';

/** The files and the modules of Node.js that a command line loads. Each takes time, which scripts pay at every call. */

const TELL_LOADED = fileURLToPath(new URL('helpers/cli/tell-loaded.cjs', import.meta.url));

interface Loaded {
  code: number | null;
  /** The names of the files, without the hashes of their contents. */
  files: string[];
  /** The chunks that were compiled, because their compiled code is missing or refused. */
  compiled: string[];
  modules: string[];
}

async function loadedBy(
  argv: string[],
  variables: Record<string, string> = {},
  options: ProgramOptions = {},
): Promise<Loaded> {
  const env = { HOME: '/nonexistent', NODE_OPTIONS: `--require=${TELL_LOADED}`, ...variables };
  const { code, stderr } = await startProgram(argv, env, options).ended;
  const told = JSON.parse(stderr.split('\n').at(-2) ?? '') as Omit<Loaded, 'code'>;
  const files = told.files.filter((path) => path !== TELL_LOADED);
  return { ...told, code, files: files.map(nameOf), compiled: told.compiled.map(nameOf) };
}

function nameOf(path: string): string {
  return basename(path).replace(/-[A-Z\d]{8}\./, '.');
}

/** Modules of Node.js that take milliseconds to load. */
const SLOW = ['child_process', 'crypto', 'fs/promises', 'https', 'tls', 'internal/modules/esm/load'];

/** Modules of Node.js for streams, which take milliseconds, too. */
const STREAMS = ['stream', 'net', 'tty', 'internal/fs/sync_write_stream', 'internal/abort_controller'];

const isStream = (name: string) => STREAMS.includes(name);
const isSlow = (name: string) => SLOW.includes(name);

for (const [argv, expected] of [
  [['--version'], 0],
  [['--help'], 0],
  [['tiem'], 2],
  [['--no-color'], 2],
] as const) {
  test(`no command is loaded, nor a slow module of Node.js: svcapi ${argv.join(' ')}`, async (t) => {
    const { code, files, modules } = await loadedBy([...argv]);
    t.is(code, expected);
    t.deepEqual([...new Set(files)].sort(), ['chunk.cjs', 'main.cjs', 'svcapi.cjs']);
    t.deepEqual(modules.filter(isSlow), []);
  });
}

test('svcapi time loads its own command alone', async (t) => {
  const { code, files, modules } = await loadedBy(['time', '--cgt', 'Year 12 Day 3']);
  t.is(code, 0);
  t.deepEqual([...new Set(files)].sort(), ['chunk.cjs', 'main.cjs', 'svcapi.cjs', 'time.cjs']);
  t.deepEqual(modules.filter(isSlow), []);
  t.false(modules.includes('http'));
});

test('svcapi hello loads its own command alone, and nothing of https for an address of http', async (t) => {
  const { origin } = await withService(t);
  const { code, files, modules } = await loadedBy(['hello', '--url', origin]);
  t.is(code, 0);
  t.deepEqual([...new Set(files)].sort(), ['chunk.cjs', 'hello.cjs', 'main.cjs', 'svcapi.cjs']);
  t.deepEqual(modules.filter(isSlow), []);
});

test('svcapi creditlog loads no more files than svcapi hello', async (t) => {
  const { origin, server } = await withService(t);
  const { code, files } = await loadedBy(['creditlog', '--url', origin], { SVCAPI_TOKEN: server.token });
  t.is(code, 0);
  t.deepEqual([...new Set(files)].sort(), ['chunk.cjs', 'creditlog.cjs', 'main.cjs', 'svcapi.cjs']);
});

// Not the description: it is longer than a pipe, and the stream waits for its reader.
for (const [output, redirected] of [
  ['a file', '"$@" > "$HOME/output"'],
  ['/dev/null', '"$@" > /dev/null'],
  ['a pipe', '"$@" | cat'],
] as const) {
  for (const argv of [['--version'], ['--help'], ['time', 'Y12D3'], ['time', 'Y12D3', '--output', 'table']]) {
    test(`no stream of Node.js is loaded to write to ${output}: svcapi ${argv.join(' ')}`, async (t) => {
      const { code, modules } = await loadedBy(
        argv,
        { HOME: temporaryFolder() },
        { before: ['sh', '-c', redirected, 'sh'] },
      );
      t.is(code, 0);
      t.deepEqual(modules.filter(isStream), []);
    });
  }
}

test('no chunk is compiled again, except the one that calls the others', async (t) => {
  const { origin, server } = await withService(t);
  for (const argv of [
    ['--version'],
    ['tiem'],
    ['time', 'Y12D3'],
    ['creditlog', '--url', origin, '--output', 'table'],
  ]) {
    const { compiled } = await loadedBy(argv, { SVCAPI_TOKEN: server.token });
    t.deepEqual(compiled, ['main.cjs'], argv.join(' '));
  }
});

test('a program without compiled code, with damaged code, or with that of other flags of V8 runs', async (t) => {
  const copy = temporaryFolder();
  const root = join(PROGRAM, '../..');
  for (const part of ['package.json', 'bin', 'dist/svcapi.cjs', 'dist/chunks']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  const program = join(copy, 'dist/svcapi.cjs');
  const compiledBy = async (nodeOptions = '') => {
    const { code, compiled } = await loadedBy(
      ['time', 'Y12D3'],
      { NODE_OPTIONS: `--require=${TELL_LOADED} ${nodeOptions}` },
      { program },
    );
    t.is(code, 0);
    return compiled.length;
  };
  const all = await compiledBy();
  t.true(all > 1);
  t.is(spawnSync(process.execPath, [join(copy, 'bin/cache-code.cjs')]).status, 0);
  t.is(await compiledBy(), 1);
  t.is(await compiledBy('--stack-trace-limit=20'), all);
  t.is(await compiledBy('--max-semi-space-size=4 --max_old_space_size=300'), 1, 'sizes of the heap do not matter');

  const cache = join(copy, 'dist/code-cache');
  const [release = ''] = readdirSync(cache);
  t.true(release.startsWith(`node-${process.version}-`));
  for (const name of readdirSync(join(cache, release))) truncateSync(join(cache, release, name), 100);
  t.is(await compiledBy(), all);
});

test('flags for the size of the heap are as before after each chunk, for the threads of the process', async (t) => {
  const record = join(temporaryFolder(), 'record-flags.cjs');
  writeFileSync(
    record,
    `const v8 = require('node:v8'), { writeSync } = require('node:fs');
const set = v8.setFlagsFromString;
v8.setFlagsFromString = (flag) => { writeSync(2, flag + '\\n'); set(flag); };`,
  );
  const flags = '--max-semi-space-size=4 --max-old-space-size=300';
  const { stderr } = await startProgram(['time', 'Y12D3'], {
    HOME: '/nonexistent',
    NODE_OPTIONS: `--require=${record} ${flags}`,
  }).ended;
  const without = ['--max-semi-space-size=0', '--max-old-space-size=0'];
  const each = `${[...without, ...flags.split(' ')].join('\n')}\n`;
  t.true(stderr.length > each.length);
  t.is(stderr.replaceAll(each, ''), '');
});

test('svcapi serve loads the library of its metrics at the first scrape', async (t) => {
  const env = { NODE_OPTIONS: `--require=${TELL_LOADED}`, SVCAPI_LOG_LEVEL: 'info' };
  for (const isScraped of [false, true]) {
    const hosted = await host(t, ['--database', ':memory:', '--metrics-port', '0'], /listens on/, env);
    const { stderr } = hosted.child;
    if (!stderr) return t.fail('no standard error');
    let log = '';
    stderr.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk;
    });
    const metrics = () => /"url":"(\S+\/metrics)"/.exec(log)?.[1];
    await until(async () => metrics() !== undefined, { what: 'the address of the metrics' });
    if (isScraped) t.is((await fetch(metrics() as string)).status, 200);
    const closed = once(hosted.child, 'close');
    t.is(await stop(hosted, 'SIGTERM'), 0);
    await closed;
    const { files } = JSON.parse(log.trimEnd().split('\n').at(-1) ?? '') as Loaded;
    t.is(
      files.some((path) => path.includes('/prom-client/')),
      isScraped,
    );
  }
});

test('compiled code is kept where there are chunks, and its absence stops no installation', (t) => {
  const checkout = temporaryFolder();
  cpSync(join(PROGRAM, '../../bin'), join(checkout, 'bin'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(checkout, 'bin/cache-code.cjs')], { encoding: 'utf8' });
  t.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  t.false(existsSync(join(checkout, 'dist')));
});

test('a table without colour loads no chalk', async (t) => {
  const { code, files } = await loadedBy(['time', '--cgt', 'Year 12 Day 3', '--output', 'table']);
  t.is(code, 0);
  t.deepEqual([...new Set(files)].sort(), ['chunk.cjs', 'main.cjs', 'svcapi.cjs', 'table.cjs', 'time.cjs']);
});

test('svcapi openapi prints the file of the package', async (t) => {
  const { code, files } = await loadedBy(['openapi']);
  t.is(code, 0);
  t.deepEqual([...new Set(files)].sort(), ['chunk.cjs', 'main.cjs', 'openapi.cjs', 'svcapi.cjs']);
  const path = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
  t.is((await startProgram(['openapi'], { HOME: '/nonexistent' }).ended).stdout, await readFile(path, 'utf8'));
});

test('the help of the program lists every command as the command itself does', async (t) => {
  const { stdout } = await startProgram(['--help'], { HOME: '/nonexistent' }).ended;
  t.is(stdout.slice(0, stdout.indexOf('\nExit status')), (await wholeTree()).helpInformation());
});

const lines: [argv: string[], code: number, shown: RegExp][] = [
  [['--no-color', 'time', 'Y12D3'], 0, /^1291273200\t/],
  [['--config', 'time', 'tiem'], 2, /unknown command 'tiem'; did you mean time\?/],
  [['help', 'token'], 0, /^Usage: svcapi token /],
  [['help', '--', 'time'], 0, /^Usage: svcapi/],
  [['--', 'time', 'Y12D3'], 0, /^1291273200\t/],
];

for (const [argv, expected, shown] of lines) {
  test(`the command is found: svcapi ${argv.join(' ')}`, async (t) => {
    const { code, stdout, stderr } = await run(argv);
    t.regex(stdout || stderr, shown);
    t.is(code, expected);
  });
}
