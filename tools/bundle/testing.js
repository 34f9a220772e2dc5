import { build } from 'esbuild';

/**
 * Bundles what tests import as svcapi/testing. It is CommonJS, which both `import` and `require` load, and small: the service
 * itself is in the chunks of the program, which a thread loads. `npm run prepare` writes its types.
 */
export async function bundleTesting() {
  await build({
    entryPoints: ['src/testing/index.ts'],
    outfile: 'dist/testing.cjs',
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    plugins: [
      {
        name: 'thread-file',
        setup({ onLoad }) {
          onLoad({ filter: /\/thread-file\.ts$/ }, () => ({
            contents:
              "import { join } from 'node:path'; export const threadFile = join(__dirname, 'chunks/testing-thread.cjs');",
          }));
        },
      },
    ],
  });
}
