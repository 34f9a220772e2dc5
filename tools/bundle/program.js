import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';

const ENTRY = 'src/cli/run.ts';

/** The process in which `svcapi/testing` runs a service: it shares the chunks of the program. */
const TESTING = 'src/testing/service.ts';

/** Files that most commands use, beside those that every command line starts with. */
const COMMON = [
  'src/cli/input/read-time.ts',
  'src/cli/input/whole-number-option.ts',
  'src/cli/interrupt.ts',
  'src/cli/output/date-column.ts',
  'src/cli/output/print.ts',
];

/** Files that most commands use that call a service. */
const SERVICE = [
  'src/cli/credit-log/transaction.ts',
  'src/cli/input/confirm.ts',
  'src/cli/input/time-option.ts',
  'src/cli/output/answer-columns.ts',
  'src/cli/output/progress.ts',
  'src/cli/output/until-failure.ts',
  'src/cli/service/call-route.ts',
  'src/cli/service/connect.ts',
  'src/cli/service/identity.ts',
  'src/cli/service/read-answer.ts',
  'src/client/walk-credit-log.ts',
];

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
  plugins: [onlyEnglish(), onlyUnicode()],
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
  const service = closureOf(inputs, [...common, ...SERVICE]);
  const { outputFiles, metafile } = await build({
    ...options,
    plugins: [...options.plugins, fewChunks(inputs, common, service), loadLate(service)],
  });
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
 * Keeps everything that the program starts with in one chunk, and what calls a service in another. esbuild makes a chunk of the
 * modules that the same entries need, and each file that is loaded later is an entry, so both would be cut into many chunks.
 * Here each of them imports all of it.
 */
function fewChunks(inputs, common, service) {
  const groups = { start: common, service: [...service].filter((path) => !common.has(path)) };
  const later = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external).map(({ path }) => path),
  );
  const entries = new Map(
    [ENTRY, TESTING, ...later].map((path) => {
      const isCaller = [...closureOf(inputs, [path])].some((needed) => groups.service.includes(needed));
      return [resolve(path), isCaller ? ['start', 'service'] : ['start']];
    }),
  );
  return {
    name: 'few-chunks',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^svcapi:/ }, ({ path }) => ({ path: path.slice('svcapi:'.length), namespace: 'svcapi' }));
      onLoad({ filter: /.*/, namespace: 'svcapi' }, ({ path }) => ({
        contents: [...groups[path]]
          .filter((file) => file.endsWith('.ts'))
          .map((file) => `import ${JSON.stringify(resolve(file))};`)
          .join('\n'),
        resolveDir: '.',
      }));
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const imports = entries.get(path)?.map((group) => `import 'svcapi:${group}';`);
        return imports && { contents: [await readFile(path, 'utf8'), ...imports].join('\n'), loader: 'ts' };
      });
      // A package that is loaded later is an entry, too.
      onResolve({ filter: /^\w/ }, ({ path, kind, importer }) =>
        kind === 'dynamic-import' && importer.endsWith('.ts') && !isBuiltin(path) && !OUTSIDE.includes(path)
          ? { path, namespace: 'package' }
          : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'package' }, ({ path }) => ({
        contents: `export * from '${path}';\nimport 'svcapi:start';`,
        resolveDir: '.',
      }));
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

/** Leaves out the messages of zod in fifty other languages, which are half of it. */
function onlyEnglish() {
  return {
    name: 'only-english',
    setup({ onLoad }) {
      onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
        contents: "export { default as en } from './en.js';",
      }));
    },
  };
}

/** Leaves out the tables of character sets that no body may have: it is refused before it is decoded (request/body.ts). */
function onlyUnicode() {
  return {
    name: 'only-unicode',
    setup({ onLoad }) {
      onLoad({ filter: /\/iconv-lite\/encodings\/(dbcs-data|sbcs-data|sbcs-data-generated)\.js$/ }, () => ({
        contents: 'module.exports = {};',
      }));
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
