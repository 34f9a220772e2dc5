import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { scripts } from '../src/cli/completion/scripts.js';
import { routes } from '../src/routes/index.js';
import { readDocument, relativeLinksOf } from './docs/markdown.js';
import { host } from './helpers/cli/hosted.js';
import { temporaryFolder } from './helpers/folder.js';
import { needs } from './helpers/needs.js';
import { sharedServer } from './helpers/shared-server.js';

/** The two packages as they are published: what is in them, and programs in a project that has them. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder();
const project = join(folder, 'project');
const installed = join(project, 'node_modules/svcapi-client');

function run(command: string, args: string[], cwd = project) {
  return spawnSync(command, args, { cwd, encoding: 'utf8' });
}

function succeed(command: string, args: string[], cwd?: string): string {
  const { status, stdout, stderr, error } = run(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error });
  return stdout;
}

/** Packs a folder without its scripts: they would build what the other tests are running. */
function pack(from: string) {
  const args = ['pack', from, '--ignore-scripts', '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(succeed('npm', args, root)) as [
    { filename: string; size: number; files: { path: string }[] },
  ];
  return { ...packed, tarball: join(folder, packed.filename), paths: packed.files.map(({ path }) => path) };
}

const manifestIn = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
const manifest = manifestIn(root);
const [program, client] = [pack('.'), pack('./dist/svcapi-client')];

/** The project has the program without its dependencies, and the client from a running service, offline. */
const server = sharedServer({}, async ({ url }) => {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const options = ['--no-audit', '--no-fund', '--registry=http://127.0.0.1:9/', `--cache=${join(folder, 'npm')}`];
  const args = ['install', `${url}/svcapi-client-${manifest.version}.tgz`, ...options];
  await promisify(execFile)('npm', args, { cwd: project });
  const own = join(project, 'node_modules/svcapi');
  mkdirSync(own);
  succeed('tar', ['xf', program.tarball, '--strip-components=1', '-C', own]);
  for (const name of CLIENT) copyFileSync(join(root, 'test/client-package', name), join(project, name));
  for (const name of ENTRIES) writeFileSync(join(project, name), ENTRY);
});

test('the package holds what runs, and documents', (t) => {
  const kinds = program.paths.map((path) => /^(dist\/[^/]*|[^/]*)/.exec(path)?.[0]);
  t.deepEqual([...new Set(kinds)].sort(), [
    ...['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md', 'bench', 'deploy', 'dist/chunks'],
    ...['dist/client', 'dist/licenses.txt', 'dist/page', 'dist/svcapi-client', 'dist/svcapi.cjs', 'dist/testing.cjs'],
    ...['dist/testing.cjs.map', 'dist/types', 'docs', 'examples', 'man', 'package.json'],
  ]);
  // What programs import has its source maps; the program itself is larger than its package may be with them.
  const maps = program.paths.filter((path) => /\.map$|\/node_modules\//.test(path));
  t.deepEqual(maps, ['dist/svcapi-client/index.cjs.map', 'dist/svcapi-client/index.js.map', 'dist/testing.cjs.map']);
  t.deepEqual(
    client.paths.filter((path) => !path.startsWith('types/')),
    ['LICENSE', 'README.md', 'index.cjs', 'index.cjs.map', 'index.js', 'index.js.map', 'package.json'],
  );
});

test('every link and picture of a document in the package leads to a file of it', (t) => {
  const dead = program.paths
    .filter((path) => path.endsWith('.md'))
    .flatMap((document) =>
      relativeLinksOf(readDocument(document))
        .filter((link) => !link.startsWith('#'))
        .map((link) => normalize(join(dirname(document), link.replace(/#.*/, ''))).replace(/\/$/, ''))
        .filter((target) => !program.paths.some((path) => path === target || path.startsWith(`${target}/`)))
        .map((target) => `${document}: ${target}`),
    );
  t.deepEqual(dead, []);
});

test('the packages are smaller than 1.7 MB and 150 kB, and the JavaScript of the client than 30 kB', (t) => {
  t.true(program.size < 1_700_000, `${program.size} bytes, of which a fifth judges passwords`);
  t.true(client.size < 150_000, `${client.size} bytes, most of them source maps`);
  for (const name of ['index.js', 'index.cjs']) t.true(statSync(join(installed, name)).size < 30_000, name);
});

test('the dependencies are the given packages and those that the bundle leaves outside; the client has none', async (t) => {
  const { OUTSIDE } = (await import(join(root, 'tools/bundle/program.js'))) as { OUTSIDE: string[] };
  const given = ['@koa/router', 'chalk', 'cli-table3', 'commander', 'koa', 'koa-body', 'xml-js'];
  t.deepEqual(Object.keys(manifest.dependencies).sort(), [...given, ...OUTSIDE].sort());
  const { name, version, ...others } = manifestIn(installed);
  t.deepEqual([name, version], ['svcapi-client', manifest.version]);
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies', 'scripts']) t.false(kind in others);
  for (const name of ['index.js', 'index.cjs'])
    t.notRegex(readFileSync(join(installed, name), 'utf8'), /\bimport\b|\brequire\b|\bprocess\b|\bBuffer\b/, name);
  for (const path of client.paths.filter((path) => path.startsWith('types/')))
    t.notRegex(readFileSync(join(installed, path), 'utf8'), /(?:from|import\() ?['"](?!\.)/, path);
});

test('the licenses of the packages in the bundle are named', (t) => {
  const text = readFileSync(join(root, 'dist/licenses.txt'), 'utf8');
  for (const name of ['koa', 'commander', 'zod', 'kysely'])
    t.regex(text, new RegExp(`^${name} [\\d.]+: MIT\\n\\n.*(MIT|Copyright)`, 'm'));
});

test('the types describe each route and its parameters, for editors', (t) => {
  const types = client.paths.filter((path) => path.endsWith('.d.ts'));
  const all = types.map((path) => readFileSync(join(installed, path), 'utf8')).join('\n');
  const text = all.replace(/\n\s*\* ?/g, ' ');
  const words = ['The uid of the datacard', 'Number of items to retrieve, at most 1000'];
  for (const description of [...routes.map(({ description }) => description), ...words])
    t.true(text.includes(description), description);
});

/** A program that imports every entry; its wrong calls have to be errors. */
const ENTRY = `import { Client, type OAuthTokens, ServiceError } from 'svcapi-client';
import { Client as Same } from 'svcapi/client';
import { type Server, startServer } from 'svcapi/testing';
export const tokens: OAuthTokens = { accessToken: 'a', refreshToken: 'b' };
export const answer: Promise<number> = new Client({ baseUrl: 'http://127.0.0.1:9' })
  .call('POST /api/time', { body: { cgt: 'Year 12 Day 3' } })
  .then(({ data }) => data.timestamp)
  .catch((error) => (error instanceof ServiceError ? error.status : 0));
export async function suite(): Promise<void> {
  // @ts-expect-error: the service has no such route
  await new Same({ baseUrl: 'http://127.0.0.1:9' }).call('GET /nothing');
  const server: Server = await startServer({ now: 'Year 27 Day 1', seed: 7, settings: { rateLimit: 2 } });
  await server.inject('GET /character[/{uid}]', { code: 'rate_limit_exceeded', times: 2 });
  await using cut = await server.inject('*', { cut: 100, where: { headers: { 'Idempotency-Key': 'k' } } });
  const [first] = await server.requests({ route: 'GET /character[/{uid}]' });
  first?.status?.toFixed();
  await server.reset(await server.snapshot());
}
void answer.then((status) => console.log(typeof Same, typeof startServer, status));
`;

const [own, older] = ['', 'test/generated-client/'].map((at) => join(root, at, 'node_modules/typescript/bin/tsc')) as [
  string,
  string,
];
const strict = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ noPropertyAccessFromIndexSignature: true },
};
const ofNode = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
const ofBrowser = { lib: ['es2023', 'dom', 'dom.iterable'] };
const CLIENT = ['program.ts', 'wrong.ts'];
const ENTRIES = ['entry.mts', 'entry.cts'];
const entries = { ...strict, ...ofNode, lib: ['es2023', 'esnext.disposable', 'dom'], skipDefaultLibCheck: true };
const bundler = { module: 'esnext', moduleResolution: 'bundler' };

/** Compilers, their ways of finding a package, and the types of platforms. Only the older one knows the way of Node.js 10. */
const compilations: [what: string, compiler: string, options: object, files: string[]][] = [
  ['the client with the types of a browser', own, { ...strict, module: 'nodenext', ...ofBrowser }, CLIENT],
  ['the client with those of Node.js', older, { ...strict, ...bundler, lib: ['es2023'], ...ofNode }, CLIENT],
  ['the client without strict options', older, { module: 'nodenext', strict: false }, ['program.ts']],
  ['all entries for a bundler', own, { ...entries, ...bundler }, ['entry.mts']],
  ['all entries for a bundler, older', older, { ...entries, ...bundler }, ['entry.mts']],
  ['all entries by nodenext, older', older, { ...entries, module: 'nodenext' }, ENTRIES],
  ['all entries by node16, older', older, { ...entries, module: 'node16' }, ENTRIES],
  [
    'all entries by node10, older',
    older,
    { ...entries, module: 'commonjs', moduleResolution: 'node10' },
    ['entry.cts'],
  ],
  ['all entries by nodenext', own, { ...entries, module: 'nodenext' }, ENTRIES],
];

/** Compiles files of a project, and returns the messages of the compiler. */
function compile(compiler: string, options: object, files: string[], cwd = project): string {
  const compilerOptions = { target: 'es2023', types: [], outDir: 'built', skipLibCheck: false, ...options };
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { stdout, stderr } = run(process.execPath, [compiler, '--pretty', 'false'], cwd);
  return stdout + stderr;
}

for (const [what, compiler, options, files] of compilations)
  test.serial(`programs compile, and wrong calls do not: ${what}`, (t) => t.is(compile(compiler, options, files), ''));

/** Lets `require` load no modules, which Node.js 20 can from 20.19 on, and jest cannot. */
const WITHOUT_MODULES = ['--no-experimental-require-module', '--no-warnings'];

test.serial('compiled modules and CommonJS load every entry', (t) => {
  for (const name of ['entry.mjs', 'entry.cjs']) {
    const printed = succeed(process.execPath, [...WITHOUT_MODULES, join('built', name)]);
    t.is(printed, 'function function 0\n', `${name}: nothing listens there`);
  }
});

test.serial('a program of the client runs against a real server', async (t) => {
  const args = ['built/program.js', new URL(server.url).origin, server.token];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: project });
  t.is(stderr, '');
  const { metadata, ...rest } = JSON.parse(stdout);
  t.deepEqual(metadata.slice(0, 2), [200, 'application/json; charset=utf-8']);
  t.regex(metadata[2], /^\S+$/);
  const [amounts, code] = [[78, 79], 'not_found'];
  t.deepEqual(rest, { seconds: 1_291_273_200, race: 'Ashari', amounts, events: 1, left: 3, code });
});

test('a stack trace names the sources of the client, which its source map has', (t) => {
  for (const name of ['index.js', 'index.cjs']) {
    const { sources, sourcesContent } = JSON.parse(readFileSync(join(installed, `${name}.map`), 'utf8'));
    t.true(sources.includes('../../src/client/caller.ts'), name);
    t.is(sourcesContent.length, sources.length);
  }
  const script = `require('svcapi-client'); try { new (require('svcapi-client').Client)({}) } catch (e) { console.log(e.stack) }`;
  t.regex(
    succeed(process.execPath, ['--enable-source-maps', '-e', script]),
    /at checkAddress \(svcapi-client:\/src\/client\/client\.ts:\d+:\d+\)/,
  );
});

test('the client of a service is public, has an ETag, and its name without a version redirects to it', async (t) => {
  const name = `svcapi-client-${manifest.version}.tgz`;
  const answer = await fetch(`${server.url}/${name}`);
  t.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/gzip']);
  t.is(answer.headers.get('content-encoding'), null);
  t.regex(answer.headers.get('cache-control') ?? '', /\bpublic\b/);
  const headers = { 'If-None-Match': answer.headers.get('etag') ?? '' };
  t.is((await fetch(`${server.url}/${name}`, { headers })).status, 304);
  const redirect = await fetch(`${server.url}/svcapi-client.tgz`, { redirect: 'manual' });
  t.deepEqual([redirect.status, redirect.headers.get('location')], [303, name]);
});

const registry = run('npm', ['view', 'koa', 'version', '--fetch-retries=0', '--fetch-timeout=10000'], root);
// The dependencies are downloaded.
const installing = needs('the registry of npm', registry.status === 0);

installing(
  'an installed package runs: nothing is compiled, the man pages are found, the page is served, and programs compile',
  async (t) => {
    const prefix = join(folder, 'prefix');
    const quick = ['--no-audit', '--no-fund', '--prefer-offline'];
    succeed('npm', ['install', '--global', '--prefix', prefix, ...quick, program.tarball], folder);
    const svcapi = join(prefix, 'bin/svcapi');
    t.is(succeed(svcapi, ['--version']), `${manifest.version}\n`);
    t.is(succeed(svcapi, ['completion', 'bash']), scripts.bash);
    const sqlite = join(prefix, 'lib/node_modules/svcapi/node_modules/@photostructure/sqlite');
    t.is(run('find', [sqlite, '-name', 'build']).stdout, '', 'nothing was compiled');
    const man = run('man', ['-M', join(prefix, 'share/man'), '-w', 'svcapi-token-create']);
    if (!man.error) t.regex(man.stdout, /\/svcapi-token-create\.1\n$/, man.stderr);

    const { url } = await host(t, ['--demo', '--database', join(folder, 'galaxy.db')], /listens on/, {}, svcapi);
    const page = await fetch(`${url}/ws/v2.0/documentation`, { headers: { Accept: 'text/html' } });
    t.is(page.status, 200);
    for (const [, path = ''] of (await page.text()).matchAll(/(?:src|href)="([^"]*\.(?:js|css|svg))"/g))
      t.is((await fetch(new URL(path, page.url))).status, 200, path);

    const cwd = join(folder, 'installed');
    mkdirSync(join(cwd, 'node_modules'), { recursive: true });
    symlinkSync(join(prefix, 'lib/node_modules/svcapi'), join(cwd, 'node_modules/svcapi'));
    writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(cwd, 'program.ts'),
      `import { Client } from 'svcapi/client';
import { startServer } from 'svcapi/testing';
const server = await startServer({ now: 'Year 27 Day 1', size: 0.1 });
const { data } = await new Client({ baseUrl: server.url, token: server.token }).call('GET /api/time');
console.log(data.years, data.days);
await server.close();
`,
    );
    t.is(compile(own, { strict: true, module: 'nodenext', ...ofNode }, ['program.ts'], cwd), '');
    t.is(succeed(process.execPath, ['built/program.js'], cwd), '27 1\n');
  },
);
