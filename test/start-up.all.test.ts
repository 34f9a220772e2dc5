import { once } from 'node:events';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { host, stop } from './helpers/cli/hosted.js';
import { type ProgramOptions, startProgram } from './helpers/cli/program.js';
import { run } from './helpers/cli/run.js';
import { withService } from './helpers/cli/service.js';
import { wholeTree } from './helpers/cli/tree.js';

/** The files and the modules of Node.js that a command line loads. Each takes time, which scripts pay at every call. */

const TELL_LOADED = fileURLToPath(new URL('helpers/cli/tell-loaded.cjs', import.meta.url));

interface Loaded {
  code: number | null;
  /** The names of the files, without the hashes of their contents. */
  files: string[];
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
  return { ...told, code, files: files.map(nameOf) };
}

function nameOf(path: string): string {
  return basename(path).replace(/-[A-Z\d]{8}\./, '.');
}

/** Modules of Node.js that take milliseconds to load. */
const SLOW = ['child_process', 'crypto', 'fs/promises', 'https', 'tls', 'internal/modules/esm/load'];

const isSlow = (name: string) => SLOW.includes(name);

for (const [argv, expected, late] of [
  [['--version'], 0, ['package.cjs']],
  [['--help'], 0, []],
  [['tiem'], 2, ['explain-error.cjs']],
  [['--no-color'], 2, ['explain-error.cjs']],
] as const) {
  test(`no command is loaded, nor a slow module of Node.js: svcapi ${argv.join(' ')}`, async (t) => {
    const { code, files, modules } = await loadedBy([...argv]);
    t.is(code, expected);
    t.deepEqual([...new Set(files)].sort(), ['chunk.cjs', ...late, 'svcapi.cjs']);
    t.deepEqual(modules.filter(isSlow), []);
  });
}

test('svcapi time loads its own command alone', async (t) => {
  const { code, files, modules } = await loadedBy(['time', '--cgt', 'Year 12 Day 3']);
  t.is(code, 0);
  t.deepEqual([...new Set(files)].sort(), ['chunk.cjs', 'svcapi.cjs', 'time.cjs']);
  t.deepEqual(modules.filter(isSlow), []);
  for (const name of ['http', 'net', 'stream']) t.false(modules.includes(name), name);
});

test('svcapi hello loads its own command alone, and nothing of https for an address of http', async (t) => {
  const { origin } = await withService(t);
  const { code, files, modules } = await loadedBy(['hello', '--url', origin]);
  t.is(code, 0);
  t.deepEqual([...new Set(files)].sort(), ['chunk.cjs', 'hello.cjs', 'svcapi.cjs']);
  t.deepEqual(modules.filter(isSlow), []);
});

test('svcapi creditlog loads no more files than svcapi hello', async (t) => {
  const { origin, server } = await withService(t);
  const { code, files } = await loadedBy(['creditlog', '--url', origin], { SVCAPI_TOKEN: server.token });
  t.is(code, 0);
  t.deepEqual([...new Set(files)].sort(), ['chunk.cjs', 'creditlog.cjs', 'svcapi.cjs']);
});

test('svcapi serve loads the library of metrics only for a metrics port', async (t) => {
  const env = { NODE_OPTIONS: `--require=${TELL_LOADED}`, SVCAPI_LOG_LEVEL: 'info' };
  for (const metrics of [['--metrics-port', '0'], []]) {
    const hosted = await host(t, ['--database', ':memory:', ...metrics], /listens on/, env);
    const { stderr } = hosted.child;
    if (!stderr) return t.fail('no standard error');
    let log = '';
    stderr.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk;
    });
    const closed = once(hosted.child, 'close');
    t.is(await stop(hosted, 'SIGTERM'), 0);
    await closed;
    const { files } = JSON.parse(log.trimEnd().split('\n').at(-1) ?? '') as Loaded;
    t.is(
      files.some((path) => path.includes('/prom-client/')),
      metrics.length > 0,
    );
  }
});

test('a table without colour loads no chalk', async (t) => {
  const { code, files } = await loadedBy(['time', '--cgt', 'Year 12 Day 3', '--output', 'table']);
  t.is(code, 0);
  t.deepEqual([...new Set(files)].sort(), ['chunk.cjs', 'svcapi.cjs', 'table.cjs', 'time.cjs']);
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
