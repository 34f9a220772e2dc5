import { build } from 'esbuild';

/** Bundles the scripts and styles of the page, and returns their sources. */
export async function bundlePage() {
  const { metafile } = await build({
    entryPoints: {
      main: 'src/page/browser/main.ts',
      style: 'src/page/style/main.css',
      'no-script': 'src/page/style/no-script.css',
      account: 'src/page/style/account.css',
      icon: 'src/page/icon.svg',
    },
    outdir: 'dist/page',
    entryNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    minify: true,
    metafile: true,
  });
  return metafile.inputs;
}
