import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';

const ENTRY = 'src/cli/main.ts';

/** The process in which svcapi/testing runs a service shares the chunks of the program. */
const TESTING = 'src/testing/service.ts';

/** Files that most commands use, beside those that every command line starts with. */
const COMMON = [
  'src/cli/connection/call-route.ts',
  'src/cli/input/read-time.ts',
  'src/cli/interrupt.ts',
  'src/cli/output/columns.ts',
  'src/cli/output/explain-error.ts',
];

/** Packages with native code or workers, that find their own files, or that only some hosts need. */
export const OUTSIDE = ['@photostructure/sqlite', 'ioredis', 'pg', 'pino', 'prom-client'];

const format = { platform: 'node', target: 'node20', minifySyntax: true, minifyWhitespace: true };

const options = {
  ...format,
  entryPoints: { start: ENTRY, 'testing-service': TESTING },
  outdir: 'dist/chunks',
  outExtension: { '.js': '.cjs' },
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  external: OUTSIDE,
  define: { 'import.meta.dirname': '__dirname' },
  metafile: true,
};

/** Bundles the program: a few files start a command in a fraction of the time that its many modules would take. */
export async function bundleProgram() {
  const { inputs } = (await build({ ...options, write: false })).metafile;
  const { metafile } = await build({ ...options, plugins: [oneChunk(inputs)] });
  const chunks = Object.keys(metafile.outputs);
  // The entry has nothing but the import of the first chunk: one file less is read at each start.
  const [start] = metafile.outputs['dist/chunks/start.cjs'].imports;
  await Promise.all(chunks.map((path) => requireModules(path, path === start.path)));
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const first = readFileSync('bin/svcapi.cjs', 'utf8').replace('NEEDED', engines.node.replace('>=', ''));
  writeFileSync('dist/svcapi.cjs', first.replace('START', basename(start.path)));
  chmodSync('dist/svcapi.cjs', 0o755);
  return inputs;
}

/** Rewrites a chunk for `require`, because esbuild splits ES modules only: their loader takes longer than some commands. */
async function requireModules(path, isFirst) {
  const supported = { 'dynamic-import': false };
  const { code } = await transform(readFileSync(path, 'utf8'), { ...format, format: 'cjs', supported });
  // Each start compiles the first chunk. In a script, only local names get shorter: stack traces stay readable.
  writeFileSync(path, isFirst ? (await transform(code, { ...format, minifyIdentifiers: true })).code : code);
}

/** Files by their paths, also those of Windows. */
export const FILTERS = {
  modules: /\.[jt]s$/,
  locales: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/,
  characterSets: /[\\/]iconv-lite[\\/]encodings[\\/][ds]bcs-data(-generated)?\.js$/,
  commander: /[\\/]commander[\\/]/,
  named: /[\\/]oidc-provider[\\/]lib[\\/].*\.js$/,
};

/** Unused tables: the messages of zod in fifty languages, and the character sets that no body may have. */
const UNUSED = [
  [FILTERS.locales, "export { default as en } from './en.js';"],
  [FILTERS.characterSets, 'module.exports = {};'],
];

/** No command needs the processes of commander, and every start would pay for loading the module. */
const LATE_SPAWN = "export const spawn = (...args) => process.getBuiltinModule('child_process').spawn(...args);";

/** Keeps what most commands load in one chunk: esbuild makes one of the modules that all entries and late imports have in common. */
function oneChunk(inputs) {
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  const late = imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path);
  const added = (path) => (path === ENTRY ? COMMON : [TESTING, ...late].includes(path) ? [ENTRY] : []);
  return {
    name: 'one-chunk',
    setup({ onLoad, onResolve }) {
      for (const [filter, contents] of UNUSED) onLoad({ filter }, () => ({ contents }));
      onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
        FILTERS.commander.test(importer) ? { path, namespace: 'late' } : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'late' }, () => ({ contents: LATE_SPAWN }));
      onLoad({ filter: FILTERS.modules }, async ({ path }) => {
        const files = added(relative('.', path).replaceAll('\\', '/'));
        const keepNames = FILTERS.named.test(path);
        if (files.length === 0 && !keepNames) return undefined;
        const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'ts', keepNames });
        return { contents: [code, ...files.map((file) => `import ${JSON.stringify(resolve(file))};`)].join('\n') };
      });
    },
  };
}
