import { build } from 'esbuild';

/** Bundles the client that programs import as svcapi/client. `npm run prepare` writes its types. */
export async function bundleClient() {
  await build({
    entryPoints: ['src/client/index.ts'],
    outfile: 'dist/client.js',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
}
