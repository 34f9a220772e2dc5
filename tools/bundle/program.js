import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { build, transform } from 'esbuild';

const ENTRY = 'src/cli/main.ts';

/** The process in which svcapi/testing runs a service shares the chunks of the program. */
const TESTING = 'src/testing/service.ts';

/** Files that most commands use, those of commands that call a service, and those that do without the second group. */
const COMMON = ['cli/input/read-time', 'cli/output/print'];
const CALLING = ['cli/connection/call-route', 'cli/interrupt', 'cli/output/explain-error'];
const OTHERS = ['cli/commands/time', 'cli/output/pager', 'cli/output/table', 'package', 'settings/config-file'];

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
  // debug would take supports-color with it, which only tools install.
  external: [...OUTSIDE, 'supports-color'],
  alias: {
    'node:child_process': './tools/bundle/late-spawn.js',
    'node:process': './tools/bundle/process.js',
  },
  define: { 'import.meta.dirname': '__dirname' },
  metafile: true,
};

/** Bundles the program: a few files start a command in a fraction of the time that its many modules would take. */
export async function bundleProgram() {
  const own = await build({ ...options, packages: 'external', write: false });
  const { metafile } = await build({ ...options, plugins: [twoChunks(own.metafile.inputs)] });
  // esbuild splits ES modules only: their loader takes longer than some commands.
  for (const path of Object.keys(metafile.outputs)) {
    const supported = { 'dynamic-import': false };
    writeFileSync(path, (await transform(readFileSync(path, 'utf8'), { ...format, format: 'cjs', supported })).code);
  }
  // The entry has nothing but the import of the first chunk: one file less is read at each start.
  const [start] = metafile.outputs['dist/chunks/start.cjs'].imports;
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const first = readFileSync('bin/svcapi.cjs', 'utf8').replace('NEEDED', engines.node.replace('>=', ''));
  writeFileSync('dist/svcapi.cjs', first.replace('START', basename(start.path)), { mode: 0o755 });
  return metafile.inputs;
}

/** Files by their paths, also those of Windows. */
export const FILTERS = {
  locales: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/,
  characterSets: /[\\/]iconv-lite[\\/]encodings[\\/][ds]bcs-data(-generated)?\.js$/,
  named: /[\\/]oidc-provider[\\/]lib[\\/].*\.js$/,
};

/** Keeps each group in one chunk: esbuild makes one of the modules that the same entries and late imports have in common. */
function twoChunks(inputs) {
  const pathsOf = (names) => names.map((name) => resolve(`src/${name}.ts`));
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  const late = imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path);
  const added = new Map([TESTING, ...late].map((path) => [resolve(path), [resolve(ENTRY), ...pathsOf(CALLING)]]));
  for (const path of pathsOf(OTHERS)) added.set(path, [resolve(ENTRY)]);
  added.set(resolve(ENTRY), pathsOf(COMMON));
  return {
    name: 'two-chunks',
    setup({ onLoad }) {
      // Unused tables: messages in fifty languages, and character sets that no body may have.
      onLoad({ filter: FILTERS.locales }, () => ({ contents: "export { default as en } from './en.js';" }));
      onLoad({ filter: FILTERS.characterSets }, () => ({ contents: 'module.exports = {};' }));
      // The library compares names of classes.
      onLoad({ filter: FILTERS.named }, async ({ path }) => ({
        contents: (await transform(readFileSync(path, 'utf8'), { keepNames: true })).code,
      }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const files = (added.get(path) ?? []).map((file) => `\nimport ${JSON.stringify(file)};`);
        return { contents: readFileSync(path, 'utf8') + files.join(''), loader: 'ts' };
      });
    },
  };
}
