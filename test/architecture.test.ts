import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

/** The folders of src. Imports go down this list, or stay in their folder. */
const LAYERS = [
  'cli',
  'client',
  'server',
  'page/browser',
  'page/server',
  'openapi',
  'routes',
  'demo',
  'transfer',
  'store',
  'domain',
  'package',
];

/** What stands beside the list: read once at the edge, by the command line. */
const SETTINGS = 'settings';

/** Packages that are one folder's own. */
const OWNERS: Record<string, string> = {
  koa: 'server',
  'koa-body': 'server',
  '@koa/cors': 'server',
  '@koa/router': 'server',
  'xml-js': 'server',
  ioredis: 'server',
  'prom-client': 'server',
  kysely: 'store',
  '@photostructure/sqlite': 'store',
  pg: 'store',
  commander: 'cli',
  'cli-table3': 'cli',
  chalk: 'cli',
};

interface Import {
  /** The file that imports, below the root of the checkout. */
  file: string;
  from: string;
  /** A file below the root, or a package. */
  target: string;
  /** The folder of src that the target is in; nothing for a package. */
  to: string | undefined;
  /** It is erased when the program is compiled. */
  isType: boolean;
  /** It is loaded when it is needed. */
  isLazy: boolean;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');

const IMPORT = /^import\s+(?<type>type\s+)?(?:[^'=]*?\sfrom\s+)?'(?<target>[^']+)'/gm;
const EXPORT = /^export\s+(?<type>type\s+)?[*{][^'=]*?\sfrom\s+'(?<target>[^']+)'/gm;
const LAZY = /(?<type>typeof\s+)?\bimport\('(?<target>[^']+)'\)/g;

function importsOf(file: string): Import[] {
  const text = read(file);
  return [IMPORT, EXPORT, LAZY].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups }) => {
      const written = groups?.target as string;
      const isFile = written.startsWith('.');
      const target = isFile ? normalize(join(dirname(file), written)).replace(/\.js$/, '.ts') : written;
      const isType = groups?.type !== undefined;
      return {
        file,
        from: folderOf(file),
        target,
        to: isFile ? folderOf(target) : undefined,
        isType,
        isLazy: pattern === LAZY,
      };
    }),
  );
}

/** `server` for `src/server/app.ts`, `page/server` below `page`, `settings` for `src/settings.ts`, `bin` for `bin/svcapi.ts`. */
function folderOf(file: string): string {
  const [top, next = '', below] = file.split('/');
  if (next === 'page') return `page/${below}`;
  return top === 'src' ? next.replace(/\.ts$/, '') : (top as string);
}

const files = sources('src');
const imports = files.flatMap(importsOf);

/** The imports that break a rule, as lines for a message. */
function breaking(rule: (each: Import) => boolean): string[] {
  return imports.filter(rule).map(({ file, target }) => `${file} imports ${target}`);
}

test('the sources are found, and their imports', (t) => {
  t.true(files.length > 50);
  t.true(imports.some(({ file, target }) => file === 'src/server/app.ts' && target === 'src/routes/path.ts'));
  t.true(imports.some(({ file, target }) => file === 'src/routes/index.ts' && target === 'src/routes/api.ts'));
});

test('src has no folder that the list does not know', (t) => {
  const unknown = [...new Set(files.map(folderOf))].filter((folder) => ![...LAYERS, SETTINGS].includes(folder));
  t.deepEqual(unknown, [], 'give the folder a place in LAYERS, and in the documentation');
});

test('imports go down the list of folders', (t) => {
  const upward = ({ from, to }: Import) =>
    to !== undefined && LAYERS.includes(from) && LAYERS.includes(to) && LAYERS.indexOf(to) < LAYERS.indexOf(from);
  t.deepEqual(breaking(upward), [], `imports go down: ${LAYERS.join(' > ')}`);
});

test('the domain imports nothing at all from outside', (t) => {
  t.deepEqual(
    breaking(({ from, to }) => from === 'domain' && to !== 'domain'),
    [],
    'the domain is pure: no other folder, no package, nothing of Node',
  );
});

test('what runs in the browser shares the domain alone, and nothing is shared with it', (t) => {
  t.deepEqual(
    breaking(({ from, to }) => from === 'page/browser' && to !== 'page/browser' && to !== 'domain'),
    [],
  );
  t.deepEqual(
    breaking(({ from, to }) => to === 'page/browser' && from !== 'page/browser'),
    [],
  );
});

test('the routes know the store by its types alone', (t) => {
  t.deepEqual(
    breaking(({ from, to, isType }) => from === 'routes' && to === 'store' && !isType),
    [],
    'write “import type”',
  );
});

test('the settings are read by the command line alone, and read nothing themselves', (t) => {
  t.deepEqual(
    breaking(({ from, to }) => to === SETTINGS && from !== SETTINGS && from !== 'cli'),
    [],
  );
  t.deepEqual(
    breaking(({ from, to }) => from === SETTINGS && to !== undefined && to !== SETTINGS),
    [],
  );
});

test('a package is used where it belongs', (t) => {
  t.deepEqual(
    breaking(({ from, target, isType }) => !isType && OWNERS[target] !== undefined && OWNERS[target] !== from),
    [],
  );
});

test('there is one router', (t) => {
  const mounting = imports.filter(({ target }) => target === '@koa/router').map(({ file }) => file);
  t.deepEqual(mounting, ['src/server/app.ts']);
  t.is(read('src/server/app.ts').match(/new Router\b/g)?.length, 1);
});

/** A source without its comments. */
function code(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
}

test('no address of the service is spelled a second time, but in what is told to people', (t) => {
  const silent = ['client', 'server', 'page/browser', 'page/server', 'openapi', 'demo', 'transfer', 'store', SETTINGS];
  // The examples are answers as they came.
  const written = files.filter((file) => file !== 'src/openapi/examples.ts');
  const spelled = written.filter((file) => silent.includes(folderOf(file)) && code(file).includes('/ws/v2.0'));
  t.deepEqual(spelled, [], 'take PREFIX and fillPath from src/routes/path.ts');
});

test('the environment is read at the edge alone', (t) => {
  const reading = [...files, ...sources('bin')].filter((file) =>
    /\bprocess\s*(\.|\[\s*['"`])\s*env\b/.test(code(file)),
  );
  t.deepEqual(
    reading.filter((file) => !file.startsWith('bin/') && file !== 'src/cli/io.ts'),
    [],
    'take it from the Io or from the settings',
  );
});

/** Everything that is loaded at once with a file. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  seen.add(file);
  for (const { target, to, isType, isLazy } of importsOf(file)) {
    if (isType || isLazy || seen.has(target)) continue;
    if (to === undefined) seen.add(target);
    else loadedWith(target, seen);
  }
  return seen;
}

test('the program starts without the server, the store and their packages', (t) => {
  const heavy = (target: string) =>
    /^src\/(server|store)\//.test(target) || target === 'zod' || ['server', 'store'].includes(OWNERS[target] ?? '');
  t.deepEqual(
    [...loadedWith('bin/svcapi.ts')].filter(heavy),
    [],
    'the commands that need them load them: await import()',
  );
});
