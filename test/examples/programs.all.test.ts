import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { host, tokenIn } from '../helpers/cli/hosted.js';
import { PROGRAM } from '../helpers/cli/program.js';
import { strangeServer } from '../helpers/cli/strange-server.js';
import { temporaryFolder } from '../helpers/folder.js';
import { needs } from '../helpers/needs.js';
import { startServer } from '../helpers/server.js';
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
  const packages = ['.', './dist/svcapi-client'];
  const pack = ['pack', ...packages, '--ignore-scripts', '--silent', '--pack-destination', folder];
  const { code, stdout, output } = await run('npm', pack, root);
  t.is(code, 0, output);
  tarballs = stdout.trim().split('\n');
});

/** Copies an example, with the tarballs of our packages beside it, and installs its dependencies. */
async function install(name: string): Promise<string> {
  const project = join(folder, name);
  cpSync(join(root, 'examples', name), project, { recursive: true });
  for (const tarball of tarballs) cpSync(join(folder, tarball), join(project, tarball));
  const { code, output } = await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], project);
  if (code !== 0) throw new Error(output);
  return project;
}

// On a busy machine a test takes longer than the five seconds of jest and vitest, and a hook than the ten of vitest.
const times = ['--testTimeout=600000', '--hookTimeout=600000'];

for (const [name, what, passed, ...args] of [
  ['treasury-bot', 'a bot in TypeScript, with vitest', /Tests +6 passed \(6\)/, ...times],
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

const inPython = needs('python3', spawnSync('python3', ['--version']).status === 0);

inPython('a client in Python passes its tests against a sandbox', async (t) => {
  const sandbox = await host(t, ['--sandbox', '--demo-size', '0.1'], /\/sandbox\/faults/);
  const env = { SVCAPI_URL: sandbox.url, TOKEN: tokenIn(sandbox), PYTHONDONTWRITEBYTECODE: '1' };
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
