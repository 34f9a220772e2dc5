import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { PROGRAM } from '../helpers/cli/program.js';
import { strangeServer } from '../helpers/cli/strange-server.js';
import { temporaryFolder } from '../helpers/folder.js';
import { needs } from '../helpers/needs.js';
import { startServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';
import { inChromium, launchBrowser } from '../page/browser.js';

/** The programs of examples/, each with the packages as they are published. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = temporaryFolder();

async function run(command: string, args: string[], cwd: string, more: Record<string, string | undefined> = {}) {
  const { NODE_OPTIONS: _, SVCAPI_URL: __, ...inherited } = process.env;
  const child = spawn(command, args, { cwd, env: { ...inherited, NO_COLOR: '1', ...more } });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, output: stdout + stderr };
}

/** The tarballs of both packages. */
let tarballs: string[] = [];

test.before(async (t) => {
  for (const each of ['.', './dist/svcapi-client']) {
    const { code, stdout, output } = await run(
      'npm',
      ['pack', each, '--ignore-scripts', '--json', '--pack-destination', folder],
      root,
    );
    t.is(code, 0, output);
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    tarballs = [...tarballs, join(folder, filename)];
  }
});

/** Copies an example, with the tarballs of our packages beside it, and installs its dependencies. */
async function install(name: string): Promise<string> {
  const project = join(folder, name);
  cpSync(join(root, 'examples', name), project, { recursive: true });
  for (const tarball of tarballs) cpSync(tarball, join(project, basename(tarball)));
  const { code, output } = await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], project);
  if (code !== 0) throw new Error(output);
  return project;
}

for (const [name, what, passed, ...args] of [
  // On a busy machine a test takes longer than the five seconds of these two, and a hook than the ten of vitest.
  [
    'treasury-bot',
    'a bot in TypeScript, with vitest',
    /Tests +6 passed \(6\)/,
    '--testTimeout=600000',
    '--hookTimeout=600000',
  ],
  ['scheduler', 'a scheduler in CommonJS, with jest', /Tests: +7 passed, 7 total/, '--testTimeout=600000'],
  ['watcher', 'a watcher of payments, with the test runner of Node.js', /# pass 1\n|ℹ pass 1\n/],
] as const) {
  test(`${what}, passes its tests`, async (t) => {
    const { code, output } = await run('npm', ['test', '--', ...args], await install(name));
    t.is(code, 0, output);
    t.regex(output, passed);
  });
}

inChromium('a page checks a handle', async (t) => {
  const project = await install('page');
  const server = await startServer();
  t.teardown(() => server.close());
  const types = { html: 'text/html', js: 'text/javascript' };
  const site = await strangeServer(t, (response, request) => {
    const path = join(project, new URL(request.url ?? '/', 'http://page').pathname.replace(/\/$/, '/index.html'));
    const type = types[path.split('.').at(-1) as keyof typeof types];
    if (!type || !existsSync(path)) response.writeHead(404).end();
    else response.setHeader('Content-Type', type).end(readFileSync(path));
  });
  const page = await (await launchBrowser()).newPage();
  t.teardown(() => page.close());
  await page.goto(`${site.url}/?service=${new URL(server.url).origin}`);
  for (const [handle, answer] of [
    ['Hana Veil', 'Hana Veil is 1:1'],
    ['Nobody', 'Nobody is called Nobody'],
  ] as const) {
    await page.fill('input', handle);
    await page.click('button');
    await page.getByText(answer, { exact: true }).waitFor();
  }
  t.pass();
});

/** Starts a sandbox of the command line, and returns its address and its token. */
async function sandbox(t: { teardown(end: () => void): void }) {
  const args = [PROGRAM, 'serve', '--sandbox', '--port', '0', '--demo-size', '0.1', '--log-level', 'silent'];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH },
  });
  t.teardown(() => void child.kill('SIGKILL'));
  let greeting = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    greeting += chunk;
  });
  await until(() => greeting.includes('/sandbox/faults'), { what: 'the sandbox listens' });
  return {
    url: /listens on (\S+)/.exec(greeting)?.[1] ?? '',
    token: /TOKEN=(\S+)/.exec(greeting)?.[1] ?? '',
  };
}

const inPython = needs('python3', spawnSync('python3', ['--version']).status === 0);

inPython('a client in Python passes its tests against a sandbox', async (t) => {
  const { url, token } = await sandbox(t);
  const env = { SVCAPI_URL: url, TOKEN: token, PYTHONDONTWRITEBYTECODE: '1' };
  const { code, output } = await run('python3', ['-m', 'unittest'], join(root, 'examples/python'), env);
  t.is(code, 0, output);
  t.regex(output, /Ran 4 tests/);
});

test('a sandbox is driven from a shell', async (t) => {
  const bin = join(temporaryFolder(), 'bin');
  mkdirSync(bin);
  symlinkSync(PROGRAM, join(bin, 'svcapi'));
  const { code, stdout, output } = await run('examples/sandbox.sh', [], root, { PATH: `${bin}:${process.env.PATH}` });
  t.is(code, 0, output);
  t.is(stdout.match(/^ok: /gm)?.length, 15, stdout);
});
