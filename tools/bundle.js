import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';

// Three small files start the command line in a fraction of the time that its many modules would take. The parts that only
// the host's commands need (the server, the database, the logs) stay in chunks and packages that only they load.
const options = {
  entryPoints: { 'chunks/svcapi': 'bin/svcapi.ts' },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  // Native code, workers, packages that find their own files, and packages that only some hosts need.
  external: ['@photostructure/sqlite', 'ioredis', 'pg', 'pino', 'prom-client'],
  // Packages in the older module format call `require`, which an ES module does not have. Those that are bundled require
  // only Node's own modules.
  banner: { js: 'const require = process.getBuiltinModule;' },
  logLevel: 'warning',
  metafile: true,
};
const { inputs } = (await build({ ...options, write: false })).metafile;
const program = await build({ ...options, plugins: [oneStart(inputs, 'bin/svcapi.ts')] });

// The file that is run looks at the version of Node.js before it loads the others.
const { engines } = JSON.parse(await readFile('package.json', 'utf8'));
const start = await readFile('bin/svcapi.js', 'utf8');
await writeFile('dist/svcapi.js', start.replace('NEEDED', engines.node.replace('>=', '')));
await chmod('dist/svcapi.js', 0o755);

// The scripts and styles of the page. The explorer stays in chunks that are loaded when it is opened.
const page = await build({
  entryPoints: {
    main: 'src/page/browser/main.ts',
    style: 'src/page/browser/style/main.css',
    'no-script': 'src/page/browser/style/no-script.css',
    icon: 'src/page/browser/icon.svg',
  },
  outdir: 'dist/page',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  loader: { '.svg': 'copy' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
  minify: true,
  logLevel: 'warning',
  metafile: true,
});

// These files are named by their contents. Those of earlier builds would stay behind and be published.
const built = { ...program.metafile.outputs, ...page.metafile.outputs };
for (const folder of ['dist/chunks', 'dist/page']) {
  for (const name of await readdir(folder)) if (!(`${folder}/${name}` in built)) await rm(`${folder}/${name}`);
}

/**
 * Keeps everything that the program starts with in one chunk. esbuild makes a chunk of the modules that the same entries need, and
 * each file that is loaded later is an entry, so the start would be cut into many chunks. Here each of them imports all of
 * the start, which is loaded by then.
 */
function oneStart(inputs, entry) {
  // Without the entry itself, which awaits the files that are loaded later.
  const start = closureOf(inputs, entry).filter((path) => path !== entry);
  const later = new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external).map(({ path }) => resolve(path)),
    ),
  );
  return {
    name: 'one-start',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^svcapi:start$/ }, () => ({ path: 'start', namespace: 'svcapi' }));
      onLoad({ filter: /.*/, namespace: 'svcapi' }, () => ({
        contents: start.map((path) => `import ${JSON.stringify(resolve(path))};`).join('\n'),
        resolveDir: '.',
      }));
      onLoad({ filter: /\.ts$/ }, async ({ path }) =>
        later.has(path)
          ? { contents: `${await readFile(path, 'utf8')}\nimport 'svcapi:start';`, loader: 'ts' }
          : undefined,
      );
    },
  };
}

/** Returns our own files that are loaded together with a file. */
function closureOf(inputs, path, found = new Set()) {
  if (found.has(path) || !(path in inputs) || path.startsWith('node_modules')) return [...found];
  found.add(path);
  for (const { kind, path: next } of inputs[path]?.imports ?? []) {
    if (kind === 'import-statement') closureOf(inputs, next, found);
  }
  return [...found];
}
