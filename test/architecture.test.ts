import test from 'ava';
import { folderOf, type Import, importsOf, read, sources } from './helpers/imports.js';

/** The folders of src. Imports go down this list, or stay in their folder. */
const LAYERS = [
  'testing',
  'cli',
  'sandbox',
  'client',
  'server',
  'page/browser',
  'page/server',
  'page/code',
  'openapi',
  'routes',
  'demo',
  'transfer',
  'store',
  'model',
  'domain',
  'package',
  'retry',
  'turn',
  'nearest',
  'system-error',
];

/** The folder beside the list, which the command line alone reads. */
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
  'openid-client': 'server',
  kysely: 'store',
  '@photostructure/sqlite': 'store',
  pg: 'store',
  commander: 'cli',
  'cli-table3': 'cli',
  'string-width': 'cli',
  chalk: 'cli',
};

const files = sources('src');
const imports = files.flatMap(importsOf);

const lines = (some: Import[]) => some.map(({ file, target }) => `${file} imports ${target}`);

test('sources and their imports are found', (t) => {
  t.true(files.length > 50);
  t.true(lines(imports).includes('src/server/middleware/find-route.ts imports src/routes/path.ts'));
});

test('every folder of src stands in the list of layers', (t) => {
  const unknown = [...new Set(files.map(folderOf))].filter((folder) => ![...LAYERS, SETTINGS].includes(folder));
  t.deepEqual(unknown, [], 'give the folder a place in LAYERS, and in the documentation');
});

/** The layers of src/server. Imports go down this list, or stay in their layer: types too. */
const SERVER_LAYERS = [
  ['app.ts', 'start.ts', 'services.ts', 'prune-hourly.ts'],
  ['middleware'],
  ['metrics'],
  ['accounts'],
  ['oauth'],
  ['documents'],
  ['streams'],
  ['rate-limit'],
  ['http'],
  ['response'],
  ['request'],
  ['log.ts', 'readable-line.ts', 'state.ts'],
];

/** Returns the number of the layer that a file of src/server is in, from the top. */
function serverLayer(file: string): number {
  const [, , name = ''] = file.split('/');
  return SERVER_LAYERS.findIndex((layer) => layer.includes(name));
}

test('imports of the server go down the list of its layers', (t) => {
  const within = imports.filter(({ from, to }) => from === 'server' && to === 'server');
  t.true(within.length > 200);
  const files = new Set(within.flatMap(({ file, target }) => [file, target]));
  t.deepEqual(
    [...files].filter((file) => serverLayer(file) === -1),
    [],
    'give the file or its folder a layer',
  );
  const upward = within.filter(({ file, target }) => serverLayer(target) < serverLayer(file));
  t.deepEqual(lines(upward), [], 'move what both need down, or pass it as a parameter');
});

/** Rules of src, each with what to do about an import that breaks it. */
const rules: [title: string, breaks: (each: Import) => boolean, advice: string][] = [
  [
    'imports go down the list of layers',
    ({ from, to }) =>
      to !== undefined && LAYERS.includes(from) && LAYERS.includes(to) && LAYERS.indexOf(to) < LAYERS.indexOf(from),
    LAYERS.join(' > '),
  ],
  [
    'the domain imports nothing from other folders or packages',
    ({ from, to }) => from === 'domain' && to !== 'domain',
    'the domain is pure: no other folder, no package, nothing of Node',
  ],
  [
    'browser code imports only the domain, the code of the page and its own package',
    ({ from, to = '', target }) =>
      from === 'page/browser' &&
      !['page/browser', 'page/code', 'domain'].includes(to) &&
      target !== 'eventsource-parser',
    'everything else would go to the browser',
  ],
  [
    'no other folder imports the code of the browser',
    ({ from, to }) => to === 'page/browser' && from !== 'page/browser',
    'it needs a document',
  ],
  [
    'routes import only types from the store',
    ({ from, to, isType }) => from === 'routes' && to === 'store' && !isType,
    'write “import type”',
  ],
  [
    'only the command line and the test server import the settings',
    ({ from, to }) => to === SETTINGS && ![SETTINGS, 'cli', 'testing'].includes(from),
    'pass the value',
  ],
  [
    'the settings import no folder',
    ({ from, to = SETTINGS }) => from === SETTINGS && ![SETTINGS, 'nearest', 'system-error'].includes(to),
    'the command line reads them before anything else is loaded',
  ],
  [
    'each package is imported only by its own folder',
    ({ from, target, isType }) => !isType && OWNERS[target] !== undefined && OWNERS[target] !== from,
    'see OWNERS',
  ],
];

for (const [title, breaks, advice] of rules) test(title, (t) => t.deepEqual(lines(imports.filter(breaks)), [], advice));

test('find-route.ts creates the only router', (t) => {
  const mounting = imports.filter(({ target }) => target === '@koa/router').map(({ file }) => file);
  t.deepEqual(mounting, ['src/server/middleware/find-route.ts']);
  t.is(read('src/server/middleware/find-route.ts').match(/new Router\b/g)?.length, 1);
});

/** Returns a source without its comments. */
function code(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
}

test('paths of the service are spelled only in the routes, and in texts for people', (t) => {
  const texts = ['cli', 'routes', 'domain', 'package'];
  const silent = [...LAYERS.filter((folder) => !texts.includes(folder)), SETTINGS];
  // The examples are answers as they came.
  const written = files.filter((file) => file !== 'src/openapi/examples.ts');
  const spelled = written.filter((file) => silent.includes(folderOf(file)) && code(file).includes('/ws/v2.0'));
  t.deepEqual(spelled, [], 'take PREFIX and fillPath from src/routes/path.ts');
});

test('only bin and the Io read the environment', (t) => {
  const reading = [...files, ...sources('bin')].filter((file) =>
    /\bprocess\s*(\.|\[\s*['"`])\s*env\b/.test(code(file)),
  );
  // The page shows programs that read it.
  const shown = ['src/page/code/samples.ts', 'src/page/server/guides.ts'];
  t.deepEqual(
    reading.filter((file) => !file.startsWith('bin/') && file !== 'src/cli/io.ts' && !shown.includes(file)),
    [],
    'take it from the Io or from the settings',
  );
});

/** Returns all that is loaded at once with a file. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  seen.add(file);
  for (const { target, to, isType, isLazy } of importsOf(file)) {
    if (isType || isLazy || seen.has(target)) continue;
    if (to === undefined) seen.add(target);
    else loadedWith(target, seen);
  }
  return seen;
}

const COMMANDS = sources('src/cli/commands').filter((path) => !path.includes('/host/'));

for (const command of COMMANDS) {
  test(`at most 45 files lead from the entrance to the output of ${command}`, (t) => {
    const loaded = [...loadedWith(command, loadedWith('bin/svcapi.ts'))];
    const files = loaded.filter((path) => /^(src|bin)\//.test(path));
    t.true(files.length <= 45, `${files.length} files: ${files.join(' ')}`);
    t.false(loaded.includes('zod'), 'zod takes longer to load than the command');
  });
}

test('the program starts without loading the server, the store or their packages', (t) => {
  const heavy = (target: string) =>
    /^src\/(server|store)\//.test(target) || target === 'zod' || ['server', 'store'].includes(OWNERS[target] ?? '');
  t.deepEqual(
    [...loadedWith('bin/svcapi.ts')].filter(heavy),
    [],
    'the commands that need them load them: await import()',
  );
});

test('src has no import circles, types included', (t) => {
  const graph = new Map(files.map((file) => [file, importsOf(file).map(({ target }) => target)]));
  // A file that imports none of those that are left is in no circle.
  for (let size = 0; size !== graph.size; ) {
    size = graph.size;
    for (const [file, targets] of graph) if (!targets.some((target) => graph.has(target))) graph.delete(file);
  }
  t.deepEqual([...graph.keys()], [], 'these are in a circle, or lead to one: move what both need to a separate file');
});

test('tools import src, and what pages are made of; nothing imports tools, and only their own tests the trials', (t) => {
  const others = [...files, ...['bin', 'bench'].flatMap((folder) => sources(folder))].flatMap(importsOf);
  const inward = [...others, ...sources('trials').flatMap(importsOf)].filter(({ target }) =>
    target.startsWith('tools/'),
  );
  const outward = sources('tools')
    .flatMap(importsOf)
    .filter(({ target, to }) => to !== undefined && !/^(src|tools)\//.test(target))
    .filter(({ file, target }) => !(file === 'tools/generated-files.ts' && /^(bench|trials)\//.test(target)));
  const tried = [...others, ...sources('test').flatMap(importsOf)]
    .filter(({ target }) => target.startsWith('trials/'))
    .filter(({ file }) => !file.startsWith('test/trials/'));
  t.deepEqual(lines([...inward, ...outward, ...tried]), []);
});
