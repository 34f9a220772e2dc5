import { chmod, readdir, rm } from 'node:fs/promises';
import { build } from 'esbuild';

// One small file starts the command line in a fraction of the time that its many modules would take. What the host's
// commands need (the server, the database, the logs) stays in chunks and packages that only they load.
const program = await build({
  entryPoints: { svcapi: 'bin/svcapi.ts' },
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
  // Native code, workers, what finds itself by its file name, and what only some hosts need.
  external: ['@photostructure/sqlite', 'ioredis', 'pg', 'pino', 'prom-client', 'write-file-atomic'],
  // Packages in the older module format ask for `require`, which an ES module does not have. What is bundled of them asks
  // for nothing but Node's own modules.
  banner: { js: '#!/usr/bin/env node\nconst require = process.getBuiltinModule;' },
  logLevel: 'warning',
  metafile: true,
});
await chmod('dist/svcapi.js', 0o755);

// The page's part that runs in the browser. What only the explorer needs stays in chunks that it alone loads.
const page = await build({
  entryPoints: {
    main: 'src/page/main.ts',
    style: 'src/page/style/main.css',
    'no-script': 'src/page/style/no-script.css',
    icon: 'src/page/icon.svg',
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

// These files are named by what is in them: those of earlier builds stay behind, and would be published.
const built = { ...program.metafile.outputs, ...page.metafile.outputs };
for (const folder of ['dist/chunks', 'dist/page']) {
  for (const name of await readdir(folder)) if (!(`${folder}/${name}` in built)) await rm(`${folder}/${name}`);
}
