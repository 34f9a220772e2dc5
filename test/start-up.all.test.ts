import { once } from 'node:events';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { host, stop } from './helpers/cli/hosted.js';
import { startProgram } from './helpers/cli/program.js';
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

async function loadedBy(argv: readonly string[], variables: Record<string, string> = {}): Promise<Loaded> {
  const env = { HOME: '/nonexistent', NODE_OPTIONS: `--require=${TELL_LOADED}`, ...variables };
  const { code, stderr } = await startProgram([...argv], env).ended;
  const told = JSON.parse(stderr.split('\n').at(-2) ?? '') as Omit<Loaded, 'code'>;
  const names = told.files.filter((path) => path !== TELL_LOADED).map((path) => basename(path));
  return { ...told, code, files: [...new Set(names.map((name) => name.replace(/-[A-Z\d]{8}\./, '.')))].sort() };
}

/** Modules of Node.js that take milliseconds to load. */
const SLOW = ['child_process', 'crypto', 'fs/promises', 'https', 'tls', 'internal/modules/esm/load'];

/** The files beside the entrance that each command line loads. */
const loads: [line: string, code: number, files: string[]][] = [
  ['--version', 0, ['package.cjs']],
  ['--help', 0, []],
  ['tiem', 2, ['explain-error.cjs']],
  ['--no-color', 2, ['explain-error.cjs']],
  ['time --cgt Y12D3', 0, ['time.cjs']],
  // Without colour, and so without chalk.
  ['time --cgt Y12D3 --output table', 0, ['table.cjs', 'time.cjs']],
  ['hello', 0, ['hello.cjs']],
  ['creditlog', 0, ['creditlog.cjs']],
];

for (const [line, expected, late] of loads) {
  test(`svcapi ${line} loads its own command, and no slow module of Node.js`, async (t) => {
    const isCall = /hello|creditlog/.test(line);
    const { origin = '', server } = isCall ? await withService(t) : {};
    const env = server && { SVCAPI_URL: origin, SVCAPI_TOKEN: server.token };
    const { code, files, modules } = await loadedBy(line.split(' '), env);
    t.is(code, expected);
    t.deepEqual(files, ['chunk.cjs', 'svcapi.cjs', ...late].sort());
    const slow = [...SLOW, ...(line.startsWith('time --cgt Y12D3') ? ['http', 'net'] : [])];
    t.deepEqual(
      slow.filter((name) => modules.includes(name)),
      [],
    );
  });
}

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

test('the command is found behind options, and after help', async (t) => {
  for (const [argv, expected, shown] of lines) {
    const { code, stdout, stderr } = await run(argv);
    t.regex(stdout || stderr, shown);
    t.is(code, expected, argv.join(' '));
  }
});
