import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { temporaryFolder } from '../helpers/folder.js';
import { withServer } from '../helpers/server.js';

/** The package of the client as it is published, installed into an empty project. */

const execFileAsync = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = temporaryFolder();
const project = join(folder, 'project');
const installed = join(project, 'node_modules/svcapi-client');

/** The largest package as it is downloaded, with the descriptions of all routes and their fields, in bytes. */
const MAX_SIZE = 35_000;

/** The largest JavaScript that is loaded, in bytes. */
const MAX_SCRIPT = 30_000;

function run(command: string, args: string[], cwd = project) {
  return spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 90_000, killSignal: 'SIGKILL' });
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
    ['LICENSE', 'README.md', 'index.js', 'package.json'],
  );
});

test('the package is smaller than 35 kB, and its JavaScript than 30 kB', (t) => {
  t.true(size < MAX_SIZE, `the package has ${size} bytes`);
  const script = statSync(join(installed, 'index.js')).size;
  t.true(script < MAX_SCRIPT, `index.js has ${script} bytes`);
});

test('the package names no other module', (t) => {
  const code = readFileSync(join(installed, 'index.js'), 'utf8');
  t.notRegex(code, /\bimport\b|\brequire\b|\bprocess\b|\bBuffer\b/);
  const types = files.filter(({ path }) => path.startsWith('types/')).map(({ path }) => join(installed, path));
  for (const path of types) t.notRegex(readFileSync(path, 'utf8'), /(?:from|import\() ?['"](?!\.)/, path);
});

const compilers = {
  'the compiler of this project': join(root, 'node_modules/typescript/bin/tsc'),
  'an older compiler': join(root, 'test/generated-client/node_modules/typescript/bin/tsc'),
};

const resolutions = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

const platforms = {
  'a browser': { lib: ['es2023', 'dom', 'dom.iterable'] },
  'no platform': { lib: ['es2023'] },
};

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
};

/** Compiles files of the project, and returns the messages of the compiler. */
function compile(tsc: string, options: object, files = ['program.ts', 'wrong.ts']): string {
  const compilerOptions = { target: 'es2023', types: [], outDir: 'built', ...options };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return run(process.execPath, [tsc, '--pretty', 'false']).stdout;
}

for (const [compiler, tsc] of Object.entries(compilers)) {
  for (const [resolution, module] of Object.entries(resolutions)) {
    for (const [platform, lib] of Object.entries(platforms)) {
      test(`programs compile, and wrong calls do not: ${compiler}, ${resolution}, the types of ${platform}`, (t) => {
        t.is(compile(tsc, { ...strict, ...module, ...lib }), '');
      });
    }
  }
}

test('a program compiles without strict options', (t) => {
  t.is(compile(compilers['an older compiler'], { module: 'nodenext', strict: false }, ['program.ts']), '');
});

test('a program runs against a real server', withServer, async (t, { url, token }) => {
  t.is(compile(compilers['the compiler of this project'], { ...strict, ...resolutions.nodenext }), '');
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

test('CommonJS requires the package', (t) => {
  writeFileSync(join(project, 'program.cjs'), "console.log(typeof require('svcapi-client').Client);\n");
  t.is(succeed(process.execPath, ['--no-warnings', 'program.cjs']), 'function\n');
});
