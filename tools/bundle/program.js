import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';

const ENTRY = 'src/cli/main.ts';

/** The process in which `svcapi/testing` runs a service: it shares the chunks of the program. */
const TESTING = 'src/testing/service.ts';

/** Files that most commands use, beside those that every command line starts with. */
const COMMON = [
  'src/cli/input/read-time.ts',
  'src/cli/input/options.ts',
  'src/cli/interrupt.ts',
  'src/cli/output/columns.ts',
  'src/cli/output/print.ts',
];

/** The file that most commands import which call a service. */
const SERVICE = 'src/cli/connection/call-route.ts';

/**
 * Packages that stay outside: native code, workers, packages that find their own files or the names of their classes, and those
 * that only some hosts need.
 */
export const OUTSIDE = ['@photostructure/sqlite', 'ioredis', 'oidc-provider', 'pg', 'pino', 'prom-client'];

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
  logLevel: 'warning',
  metafile: true,
  write: false,
};

/**
 * Bundles the program. A few files start a command in a fraction of the time that its many modules would take. The parts that
 * only some commands need stay in chunks and packages that only those load.
 *
 * @returns the paths of the files, and the sources that they are made of
 */
export async function bundleProgram() {
  const { inputs } = (await build(options)).metafile;
  const common = closureOf(inputs, [ENTRY, ...COMMON]);
  const service = closureOf(inputs, [SERVICE, ...common]);
  const importsOf = (file) => {
    if (file === ENTRY) return COMMON;
    if (service.has(file)) return [];
    const isCaller = [...closureOf(inputs, [file])].some((path) => service.has(path) && !common.has(path));
    return isCaller ? [ENTRY, SERVICE] : [ENTRY];
  };
  const plugins = [fewChunks(importsOf), loadLate(service), smallTables()];
  const { outputFiles, metafile } = await build({ ...options, plugins });
  await mkdir('dist/chunks', { recursive: true });
  // The entry has nothing but the import of the first chunk: one file less is read at each start.
  const entry = 'dist/chunks/start.cjs';
  const [{ path: start }] = metafile.outputs[entry].imports;
  const chunks = outputFiles.filter(({ path }) => relative('.', path) !== entry);
  await Promise.all(chunks.map(async ({ path, text }) => writeFile(path, await withRequire(text))));

  // The file that is run looks at the version of Node.js before it loads the others.
  const { engines } = JSON.parse(await readFile('package.json', 'utf8'));
  const first = await readFile('bin/svcapi.cjs', 'utf8');
  const needed = engines.node.replace('>=', '');
  await writeFile('dist/svcapi.cjs', first.replace('NEEDED', needed).replace('START', basename(start)));
  await chmod('dist/svcapi.cjs', 0o755);
  return { files: chunks.map(({ path }) => relative('.', path)), inputs };
}

/**
 * Rewrites a chunk for `require`: loading the ES module loader takes longer than some commands. esbuild splits ES modules only, and
 * copies all exports for programs that ask for a default one. Chunks do not, and every start would pay for it.
 */
async function withRequire(text) {
  const { code } = await transform(text, { ...format, format: 'cjs', supported: { 'dynamic-import': false } });
  return code
    .replace(/(?<=module\.exports=)__toCommonJS\((\w+)\)/, '$1')
    .replaceAll(/(?<=then\(\(\)=>)__toESM\((require\("(?:\.\/|node:)[^"]+"\))\)/g, '$1');
}

/**
 * Keeps what every command line loads in one chunk, and what calls a service in another. esbuild makes a chunk of the modules that
 * the same entries need, and each file that is loaded later is an entry: here each of them imports all of a chunk.
 */
function fewChunks(importsOf) {
  return {
    name: 'few-chunks',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
        const imports = importsOf(relative('.', path)).map((file) => `import ${JSON.stringify(resolve(file))};`);
        return { contents: [await readFile(path, 'utf8'), ...imports].join('\n'), loader: 'ts' };
      });
    },
  };
}

/** Loads slow modules of Node.js, which those files import, when one of their functions is first called. An `import()` is late already. */
function loadLate(common) {
  const files = new Set([...common].map((path) => resolve(path)));
  return {
    name: 'load-late',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^(node:)?(child_process|crypto|fs\/promises|net|os)$/ }, ({ path, kind, importer }) =>
        files.has(importer) && kind !== 'dynamic-import' ? { path, namespace: 'late' } : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => {
        const module = process.getBuiltinModule(path);
        const functions = Object.keys(module).filter((name) => typeof module[name] === 'function');
        const lines = functions.map(
          (name) => `export const ${name} = (...args) => process.getBuiltinModule('${path}').${name}(...args);`,
        );
        return { contents: lines.join('\n') };
      });
    },
  };
}

/** Leaves out unused tables of large packages: the messages of zod in fifty languages, and the character sets that no body may have. */
function smallTables() {
  const tables = [
    [/\/zod\/v4\/locales\/index\.js$/, "export { default as en } from './en.js';"],
    [/\/iconv-lite\/encodings\/(dbcs-data|sbcs-data|sbcs-data-generated)\.js$/, 'module.exports = {};'],
  ];
  return {
    name: 'small-tables',
    setup({ onLoad }) {
      for (const [filter, contents] of tables) onLoad({ filter }, () => ({ contents }));
    },
  };
}

/** Returns the files that are loaded together with some files. */
function closureOf(inputs, paths, found = new Set()) {
  for (const path of paths) {
    if (found.has(path) || !(path in inputs)) continue;
    found.add(path);
    const loaded = inputs[path].imports.filter(({ kind }) => kind === 'import-statement' || kind === 'require-call');
    closureOf(
      inputs,
      loaded.map(({ path: next }) => next),
      found,
    );
  }
  return found;
}
