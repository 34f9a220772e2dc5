import { build } from 'esbuild';

/**
 * Bundles the scripts and styles of the page. The explorer stays in chunks that are loaded when it is opened.
 *
 * @returns the paths of the files, and the sources that they are made of
 */
export async function bundlePage() {
  const { metafile } = await build({
    entryPoints: {
      main: 'src/page/browser/main.ts',
      style: 'src/page/browser/style/main.css',
      'no-script': 'src/page/browser/style/no-script.css',
      account: 'src/page/browser/style/account.css',
      secret: 'src/page/browser/secret.ts',
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
  return { files: Object.keys(metafile.outputs), inputs: metafile.inputs };
}
