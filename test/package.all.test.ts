import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { scripts } from '../src/cli/completion/scripts.js';
import { readDocument, relativeLinksOf } from './docs/markdown.js';
import { host } from './helpers/cli/hosted.js';
import { temporaryFolder } from './helpers/folder.js';

/** The package as it is published: what is in it, and a program that is installed from it. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder();

function run(command: string, args: string[], cwd = root): SpawnSyncReturns<string> {
  return spawnSync(command, args, { cwd, encoding: 'utf8' });
}

function succeed(command: string, args: string[], cwd?: string): string {
  const { status, stdout, stderr, error } = run(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`, { cause: error });
  return stdout;
}

interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

// Without scripts: they would build what the other tests are running.
const packed = JSON.parse(succeed('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder])) as [
  Packed,
];
const [{ filename, size, files }] = packed;
const tarball = join(folder, filename);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;

test('the package holds what runs, and documents', (t) => {
  const kinds = files.map(({ path }) =>
    path.replace(/\/.*$/, (rest) => (path.startsWith('dist/') ? rest.replace(/^\/([^/]*).*/, '/$1') : '')),
  );
  t.deepEqual([...new Set(kinds)].sort(), [
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'bench',
    'deploy',
    'dist/chunks',
    'dist/client',
    'dist/licenses.txt',
    'dist/page',
    'dist/svcapi-client',
    'dist/svcapi.cjs',
    'dist/testing.cjs',
    'dist/testing.cjs.map',
    'dist/types',
    'docs',
    'examples',
    'man',
    'package.json',
  ]);
  t.deepEqual(
    files.filter(({ path }) => /\.map$|\/node_modules\//.test(path)).map(({ path }) => path),
    // What programs import has its source maps; the program itself is larger than its package may be with them.
    ['dist/svcapi-client/index.cjs.map', 'dist/svcapi-client/index.js.map', 'dist/testing.cjs.map'],
  );
});

test('every link and picture of a document in the package leads to a file of it', (t) => {
  const paths = files.map(({ path }) => path);
  const dead = paths
    .filter((path) => path.endsWith('.md'))
    .flatMap((document) =>
      relativeLinksOf(readDocument(document))
        .filter((link) => !link.startsWith('#'))
        .map((link) => normalize(join(dirname(document), link.replace(/#.*/, ''))).replace(/\/$/, ''))
        .filter((target) => !paths.some((path) => path === target || path.startsWith(`${target}/`)))
        .map((target) => `${document}: ${target}`),
    );
  t.deepEqual(dead, []);
});

test('the package is smaller than 1.7 MB, of which a fifth judges passwords, and a tenth each are source maps and pictures', (t) => {
  t.true(size < 1_700_000, `${size} bytes`);
});

/** The packages that were given for the project. */
const GIVEN = ['@koa/router', 'chalk', 'cli-table3', 'commander', 'koa', 'koa-body', 'xml-js'];

test('the dependencies are the given packages, and those that the bundle leaves outside', async (t) => {
  const { OUTSIDE } = (await import(join(root, 'tools/bundle/program.js'))) as { OUTSIDE: string[] };
  t.deepEqual(Object.keys(manifest.dependencies ?? {}).sort(), [...GIVEN, ...OUTSIDE].sort());
});

test('the licenses of the packages in the bundle are named', (t) => {
  const text = readFileSync(join(root, 'dist/licenses.txt'), 'utf8');
  for (const name of ['koa', 'commander', 'zod', 'kysely']) {
    t.regex(text, new RegExp(`^${name} [\\d.]+: MIT\\n\\n.*(MIT|Copyright)`, 'm'));
  }
});

/** Makes a project that has the package, but none of its dependencies. */
function projectIn(name: string): string {
  const project = join(folder, name);
  const installed = join(project, 'node_modules/svcapi');
  mkdirSync(installed, { recursive: true });
  succeed('tar', ['xf', tarball, '--strip-components=1', '-C', installed]);
  return project;
}

for (const type of ['module', 'commonjs']) {
  test(`svcapi/client is loaded by a ${type} with its types, and needs no other package`, (t) => {
    const project = projectIn(`client-${type}`);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type }));
    writeFileSync(
      join(project, 'program.ts'),
      `import { Client, ServiceError } from 'svcapi/client';
const client: Client = new Client({ baseUrl: 'http://127.0.0.1:8080' });
export async function timestamp(cgt: string): Promise<number> {
  const { data } = await client.call('POST /api/time', { body: { cgt } });
  return data.timestamp;
}
// @ts-expect-error: the service has no such route
export const unknown = () => client.call('GET /nothing');
// @ts-expect-error: the payload has no such field
export const field = async () => (await client.call('GET /api/time')).data.nothing;
console.log(typeof Client, typeof ServiceError);
`,
    );
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
    const types = ['--typeRoots', join(root, 'node_modules/@types')];
    const { status, stdout } = run(join(root, 'node_modules/.bin/tsc'), [...options, ...types, 'program.ts'], project);
    t.is(status, 0, stdout);
    const withoutModules = ['--no-experimental-require-module', '--no-warnings'];
    t.is(succeed(process.execPath, [...withoutModules, 'program.js'], project), 'function function\n');
  });
}

const compilers = ['node_modules/typescript/bin/tsc', 'test/generated-client/node_modules/typescript/bin/tsc'];

/** Ways in which compilers find an entry of the package; only the older one knows that of Node.js 10. */
const resolutions: [compiler: string | undefined, files: string[], options: string[]][] = [
  ...compilers.flatMap((compiler): [string | undefined, string[], string[]][] => [
    [compiler, ['entry.mts', 'entry.cts'], ['--module', 'node16']],
    [compiler, ['entry.mts', 'entry.cts'], ['--module', 'nodenext']],
    [compiler, ['entry.ts'], ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ]),
  [compilers[1], ['entry.ts'], ['--module', 'commonjs', '--moduleResolution', 'node10']],
];

test('each way of finding the entries of the package finds their types', (t) => {
  const project = projectIn('entries');
  const program = `import { Client } from 'svcapi/client';
import { startServer } from 'svcapi/testing';
export const client: Client = new Client({ baseUrl: 'http://127.0.0.1:8080' });
// @ts-expect-error: there is no such option
export const other = new Client({ baseUrl: 'http://127.0.0.1:8080', retry: 1 });
export const address: Promise<string> = startServer().then(({ url }) => url);
// @ts-expect-error: it has no such field
export const nothing = startServer().then(({ nothing }) => nothing);
`;
  for (const [compiler = '', files, options] of resolutions) {
    for (const file of files) writeFileSync(join(project, file), program);
    const common = [
      '--strict',
      '--noEmit',
      '--skipDefaultLibCheck',
      '--target',
      'es2023',
      '--lib',
      'es2023,esnext.disposable,dom',
      '--types',
      'node',
    ];
    const types = ['--typeRoots', join(root, 'node_modules/@types')];
    const args = [join(root, compiler), '--pretty', 'false', ...common, ...types, ...options, ...files];
    const { stdout, stderr } = run(process.execPath, args, project);
    t.is(stdout + stderr, '', `${compiler} ${options} ${files}`);
  }
});

for (const [kind, name] of [
  ['module', 'suite.mts'],
  ['commonjs', 'suite.cts'],
] as const) {
  test(`svcapi/testing is imported by a ${kind} with its types, which know the routes and the error codes`, (t) => {
    const project = projectIn(kind);
    writeFileSync(
      join(project, name),
      `import { type Server, startServer } from 'svcapi/testing';
export async function suite(): Promise<void> {
  const server: Server = await startServer({ now: 'Year 27 Day 1', seed: 7, settings: { rateLimit: 2 } });
  await server.inject('GET /character[/{uid}]', { code: 'rate_limit_exceeded', times: 2 });
  await using cut = await server.inject('*', { cut: 100, where: { headers: { 'Idempotency-Key': 'k' } } });
  // @ts-expect-error: there is no such route
  await server.inject('GET /charakter', { empty: true });
  // @ts-expect-error: there is no such error code
  await server.inject('GET /character[/{uid}]', { code: 'not_enough' });
  // @ts-expect-error: there is no such permission
  await server.createToken({ character: '1:1', permissions: ['all'] });
  const [first] = await server.requests({ route: 'GET /character[/{uid}]' });
  first?.status?.toFixed();
  await server.reset(await server.snapshot());
  await server.close();
}
console.log(typeof startServer);
`,
    );
    const options = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2023'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const { status, stdout } = run(join(root, 'node_modules/.bin/tsc'), [...options, ...types, name], project);
    t.is(status, 0, stdout);
    t.is(succeed(process.execPath, [name.replace('ts', 'js')], project), 'function\n');
  });
}

const registry = run('npm', ['view', 'koa', 'version', '--fetch-retries=0', '--fetch-timeout=10000']);

/** Where the package is installed, with its dependencies. */
const prefix = join(folder, 'prefix');

/** Skipped where the registry of npm does not answer: the dependencies are downloaded. */
const installing = registry.status === 0 ? test.serial : test.serial.skip;

installing(
  'an installed package runs: nothing is compiled, the man pages are found, and the page is served',
  async (t) => {
    const quick = ['--no-audit', '--no-fund', '--prefer-offline'];
    succeed('npm', ['install', '--global', '--prefix', prefix, ...quick, tarball], folder);
    const svcapi = join(prefix, 'bin/svcapi');
    t.is(succeed(svcapi, ['--version']), `${String(manifest.version)}\n`);
    t.is(succeed(svcapi, ['completion', 'bash']), scripts.bash);

    const sqlite = join(prefix, 'lib/node_modules/svcapi/node_modules/@photostructure/sqlite');
    t.is(run('find', [sqlite, '-name', 'build']).stdout, '', 'nothing was compiled');

    const man = run('man', ['-M', join(prefix, 'share/man'), '-w', 'svcapi-token-create']);
    if (!man.error) t.regex(man.stdout, /\/svcapi-token-create\.1\n$/, man.stderr);

    const { url } = await host(t, ['--demo', '--database', join(folder, 'galaxy.db')], /listens on/, {}, svcapi);
    const page = await fetch(`${url}/ws/v2.0/documentation`, { headers: { Accept: 'text/html' } });
    t.is(page.status, 200);
    for (const [, path = ''] of (await page.text()).matchAll(/(?:src|href)="([^"]*\.(?:js|css|svg))"/g)) {
      t.is((await fetch(new URL(path, page.url))).status, 200, path);
    }
  },
);

installing(
  'a package that npm installed compiles in a TypeScript project under strict, and runs a service and its client',
  (t) => {
    const project = join(folder, 'installed');
    mkdirSync(join(project, 'node_modules'), { recursive: true });
    symlinkSync(join(prefix, 'lib/node_modules/svcapi'), join(project, 'node_modules/svcapi'));
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(project, 'program.ts'),
      `import { Client } from 'svcapi/client';
import { startServer } from 'svcapi/testing';
const server = await startServer({ now: 'Year 27 Day 1', size: 0.1 });
const client = new Client({ baseUrl: server.url, token: server.token });
const { data } = await client.call('GET /api/time');
console.log(data.years, data.days);
await server.close();
`,
    );
    const options = [
      '--strict',
      '--skipLibCheck',
      'false',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'node',
    ];
    const types = ['--typeRoots', join(root, 'node_modules/@types')];
    const { status, stdout } = run(join(root, 'node_modules/.bin/tsc'), [...options, ...types, 'program.ts'], project);
    t.is(status, 0, stdout);
    t.is(succeed(process.execPath, ['program.js'], project), '27 1\n');
  },
);
