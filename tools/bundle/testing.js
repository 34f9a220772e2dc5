import { build } from 'esbuild';
import { writeTypes } from './types.js';

/** Bundles svcapi/testing as CommonJS, which both `import` and `require` load. The service is in the chunks of the program. */
export async function bundleTesting() {
  await build({
    entryPoints: ['src/testing/index.ts'],
    outfile: 'dist/testing.cjs',
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    define: { 'import.meta.dirname': '__dirname', SVCAPI_TESTING_SERVICE: '"chunks/testing-service.cjs"' },
    sourcemap: true,
  });
  // The package has the types of the client already.
  const ofClient = (types) => types.replace("'../client/types.js'", "'../../svcapi-client/types/client/types.cjs'");
  writeTypes('testing/index', 'dist/types', ['c'], { 'testing/types': ofClient });
}
