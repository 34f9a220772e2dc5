import { bundleLibrary, writeTypes } from './library.js';

/**
 * Bundles what tests import as svcapi/testing. It is CommonJS, which both `import` and `require` load, and small: the service
 * itself is in the chunks of the program, which a separate process loads.
 */
export async function bundleTesting() {
  await bundleLibrary({
    entryPoints: ['src/testing/index.ts'],
    outfile: 'dist/testing.cjs',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    plugins: [
      {
        name: 'service-file',
        setup({ onLoad }) {
          onLoad({ filter: /\/service-file\.ts$/ }, () => ({
            contents:
              "import { join } from 'node:path'; export const serviceFile = join(__dirname, 'chunks/testing-service.cjs');",
          }));
        },
      },
    ],
  });
  await writeTypes('testing/index', 'dist/types', ['commonjs'], {
    // The package has the types of the client already.
    'testing/types.d.ts': (types) =>
      types.replace("'../client/types.js'", "'../../svcapi-client/types/client/types.cjs'"),
  });
}
