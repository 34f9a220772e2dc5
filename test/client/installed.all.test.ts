import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { routes } from '../../src/routes/index.js';
import { temporaryFolder } from '../helpers/folder.js';
import { withServer } from '../helpers/server.js';

/** The package of the client as it is published, installed into an empty project. */

const execFileAsync = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = temporaryFolder();
const project = join(folder, 'project');
const installed = join(project, 'node_modules/svcapi-client');

/**
 * The largest package as it is downloaded, in bytes: the client for `import` and for `require`, each with the types and descriptions of
 * all routes, and with a source map that has the sources in it, which are most of it.
 */
const MAX_SIZE = 150_000;

/** The largest JavaScript that is loaded, of either kind, in bytes. */
const MAX_SCRIPT = 30_000;

/** Lets `require` load no modules, which Node.js 20 can from 20.19 on, and jest cannot. */
const WITHOUT_MODULES = ['--no-experimental-require-module', '--no-warnings'];

function run(command: string, args: string[], cwd = project) {
  return spawnSync(command, args, { cwd, encoding: 'utf8' });
}

function succeed(command: string, args: string[], cwd?: string): string {
  const { status, stdout, stderr, error } = run(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error });
  return stdout;
}

mkdirSync(project);
const [{ filename, size, files }] = JSON.parse(
  succeed('npm', ['pack', './dist/svcapi-client', '--json', '--pack-destination', folder], root),
) as [{ filename: string; size: number; files: { path: string }[] }];
writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
// Offline: the package needs no other.
succeed('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)]);
for (const name of ['program.ts', 'wrong.ts'])
  copyFileSync(join(root, 'test/client-package', name), join(project, name));

const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));

test('the package has the version of svcapi, and no dependency', (t) => {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  t.is(manifest.name, 'svcapi-client');
  t.is(manifest.version, own.version);
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies', 'scripts'])
    t.is(manifest[kind], undefined);
  t.deepEqual(
    files.map(({ path }) => path).filter((path) => !path.startsWith('types/')),
    ['LICENSE', 'README.md', 'index.cjs', 'index.cjs.map', 'index.js', 'index.js.map', 'package.json'],
  );
});

test('the package is smaller than 150 kB, and its JavaScript than 30 kB', (t) => {
  t.true(size < MAX_SIZE, `the package has ${size} bytes`);
  for (const name of ['index.js', 'index.cjs']) {
    const script = statSync(join(installed, name)).size;
    t.true(script < MAX_SCRIPT, `${name} has ${script} bytes`);
  }
});

test('the package names no other module', (t) => {
  for (const name of ['index.js', 'index.cjs']) {
    t.notRegex(readFileSync(join(installed, name), 'utf8'), /\bimport\b|\brequire\b|\bprocess\b|\bBuffer\b/, name);
  }
  const types = files.filter(({ path }) => path.startsWith('types/')).map(({ path }) => join(installed, path));
  for (const path of types) t.notRegex(readFileSync(path, 'utf8'), /(?:from|import\() ?['"](?!\.)/, path);
});

const compilers = {
  'the compiler of this project': join(root, 'node_modules/typescript/bin/tsc'),
  'an older compiler': join(root, 'test/generated-client/node_modules/typescript/bin/tsc'),
};

const browser = { lib: ['es2023', 'dom', 'dom.iterable'] };

/** Each way of finding the package, and the types of each platform; neither depends on the other. */
const settings = {
  'nodenext, the types of a browser': { module: 'nodenext', ...browser },
  'bundler, the types of Node.js': {
    ...{ module: 'esnext', moduleResolution: 'bundler', lib: ['es2023'] },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  },
};

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
};

/** Compiles files of a project, and returns the messages of the compiler. */
function compile(tsc: string, options: object, files = ['program.ts', 'wrong.ts'], folder = project): string {
  const compilerOptions = { target: 'es2023', types: [], outDir: 'built', ...options };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { stdout, stderr } = run(process.execPath, [tsc, '--pretty', 'false'], folder);
  return stdout + stderr;
}

for (const [compiler, tsc] of Object.entries(compilers)) {
  for (const [setting, options] of Object.entries(settings)) {
    test(`programs compile, and wrong calls do not: ${compiler}, ${setting}`, (t) => {
      t.is(compile(tsc, { ...strict, ...options }), '');
    });
  }
}

/** A project whose files are CommonJS: its package.json has no type. */
const requiring = join(project, 'requiring');
mkdirSync(requiring);
writeFileSync(join(requiring, 'package.json'), '{}');
copyFileSync(join(root, 'test/client-package/wrong.ts'), join(requiring, 'wrong.ts'));
writeFileSync(
  join(requiring, 'required.ts'),
  `import { Client, type OAuthTokens, ServiceError } from 'svcapi-client';
export const tokens: OAuthTokens = { accessToken: 'a', refreshToken: 'b' };
export const answer: Promise<number> = new Client({ baseUrl: 'http://127.0.0.1:8080' })
  .call('POST /api/time', { body: { cgt: 'Year 12 Day 3' } })
  .then(({ data }) => data.timestamp)
  .catch((error) => (error instanceof ServiceError ? error.status : 0));
`,
);

/** Ways in which a program that is CommonJS finds the package; only the older compiler has the one of Node.js 10. */
const requires = [
  ['the compiler of this project', { module: 'nodenext' }],
  ['an older compiler', { module: 'node16' }],
  ['an older compiler', { module: 'commonjs', moduleResolution: 'node10' }],
] as [keyof typeof compilers, { module: string }][];

for (const [compiler, module] of requires) {
  test(`programs that are CommonJS compile: ${compiler}, ${JSON.stringify(module)}`, (t) => {
    t.is(
      compile(compilers[compiler], { ...strict, ...module, ...browser }, ['required.ts', 'wrong.ts'], requiring),
      '',
    );
    t.regex(readFileSync(join(requiring, 'built/required.js'), 'utf8'), /require\("svcapi-client"\)/);
    const script = `require('./built/required.js').answer.then((answer) => console.log(answer))`;
    t.is(succeed(process.execPath, [...WITHOUT_MODULES, '-e', script], requiring), '0\n', 'nothing listens there');
  });
}

test('the types describe each route and its parameters, for editors', (t) => {
  const types = files.filter(({ path }) => path.endsWith('.d.ts')).map(({ path }) => join(installed, path));
  const text = types
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
    .replace(/\n\s*\* ?/g, ' ');
  for (const { description } of routes) t.true(text.includes(description), description);
  for (const words of ['The uid of the datacard', 'Number of items to retrieve, at most 1000'])
    t.true(text.includes(words));
});

test('a program compiles without strict options', (t) => {
  t.is(compile(compilers['an older compiler'], { module: 'nodenext', strict: false }, ['program.ts']), '');
});

test('a program runs against a real server', withServer, async (t, { url, token }) => {
  t.is(compile(compilers['the compiler of this project'], { ...strict, module: 'nodenext' }), '');
  const { stdout, stderr } = await execFileAsync(process.execPath, ['built/program.js', new URL(url).origin, token], {
    cwd: project,
  });
  t.is(stderr, '');
  const { metadata, ...rest } = JSON.parse(stdout);
  t.deepEqual(metadata.slice(0, 2), [200, 'application/json; charset=utf-8']);
  t.regex(metadata[2], /^\S+$/);
  t.deepEqual(rest, {
    seconds: 1_291_273_200,
    race: 'Ashari',
    amounts: [78, 79],
    events: 1,
    left: 3,
    code: 'not_found',
  });
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
