import test from 'ava';
import { folderOf, type Import, importsOf, read, sources } from './helpers/imports.js';

/** The folders of src. Imports go down this list, or stay in their folder. */
const LAYERS = (
  'testing cli sandbox client server page/browser page/server page/code openapi routes demo transfer store model domain ' +
  'package retry turn nearest system-error'
).split(' ');

/** The folder beside the list, which the command line alone reads. */
const SETTINGS = 'settings';

/** Packages that one folder alone imports. */
const PACKAGES = {
  server: 'koa koa-body @koa/cors @koa/router xml-js ioredis prom-client openid-client',
  store: 'kysely @photostructure/sqlite pg',
  cli: 'commander cli-table3 string-width chalk',
};
const OWNERS = new Map(
  Object.entries(PACKAGES).flatMap(([folder, all]) => all.split(' ').map((name) => [name, folder])),
);

const files = sources('src');
const imports = files.flatMap(importsOf);

const lines = (some: Import[]) => some.map(({ file, target }) => `${file} imports ${target}`);

test('every folder of src stands in the list of layers', (t) => {
  const unknown = [...new Set(files.map(folderOf))].filter((folder) => ![...LAYERS, SETTINGS].includes(folder));
  t.deepEqual(unknown, [], 'give the folder a place in LAYERS, and in the documentation');
});

/** The layers of src/server. Imports go down this list, or stay in their layer: types too. */
const SERVER_LAYERS = [
  ['app.ts', 'start.ts', 'services.ts', 'prune-hourly.ts'],
  ...'middleware metrics accounts oauth documents streams rate-limit http response request'
    .split(' ')
    .map((name) => [name]),
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
  const unplaced = [...files].filter((file) => serverLayer(file) === -1);
  t.deepEqual(unplaced, [], 'give the file or its folder a layer');
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
    ({ from, target, isType }) => !isType && (OWNERS.get(target) ?? from) !== from,
    'see PACKAGES',
  ],
];

for (const [title, breaks, advice] of rules) test(title, (t) => t.deepEqual(lines(imports.filter(breaks)), [], advice));

test('only bin and the Io read the environment', (t) => {
  // The page shows programs that read it.
  const allowed = ['src/cli/io.ts', 'src/page/code/samples.ts', 'src/page/server/guides.ts'];
  const others = files.filter((file) => !allowed.includes(file));
  const code = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const reading = others.filter((file) => /\bprocess\s*(\.|\[\s*['"`])\s*env\b/.test(code(file)));
  t.deepEqual(reading, [], 'take it from the Io or from the settings');
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

test('at most 45 files lead from the entrance to the output of a command that calls a service', (t) => {
  for (const command of sources('src/cli/commands').filter((path) => !path.includes('/host/'))) {
    const loaded = [...loadedWith(command, loadedWith('bin/svcapi.ts'))];
    const files = loaded.filter((path) => /^(src|bin)\//.test(path));
    t.true(files.length <= 45, `${command}: ${files.length} files: ${files.join(' ')}`);
    t.false(loaded.includes('zod'), `${command}: zod takes longer to load than the command`);
  }
});

test('the program starts without loading the server, the store or their packages', (t) => {
  const heavy = (target: string) =>
    /^src\/(server|store)\//.test(target) || target === 'zod' || ['server', 'store'].includes(OWNERS.get(target) ?? '');
  const early = [...loadedWith('bin/svcapi.ts')].filter(heavy);
  t.deepEqual(early, [], 'the commands that need them load them: await import()');
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

test('tools import src, and what pages are made of; only their own tests import the trials', (t) => {
  const outward = sources('tools')
    .flatMap(importsOf)
    .filter(({ target, to }) => to !== undefined && !/^(src|tools)\//.test(target))
    .filter(({ file, target }) => !(file === 'tools/generated-files.ts' && /^(bench|trials)\//.test(target)));
  const inward = ['src', 'bin', 'bench', 'test', 'trials']
    .flatMap((folder) => sources(folder))
    .filter((file) => !/^(test\/)?trials\//.test(file))
    .flatMap(importsOf)
    .filter(({ file, target }) => /^trials\//.test(target) || (/^tools\//.test(target) && !file.startsWith('test/')));
  t.deepEqual(lines([...inward, ...outward]), []);
});
