import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { routeCallsText, routeTypesText } from '../../dist/tools/client/route-types.js';
import { copyTypes } from '../client/copy-types.js';

/** The folder of the package. `svcapi/client` also leads there. */
const TO = 'dist/svcapi-client';

/** Bundles the client as a separate package without dependencies, for `import` and `require`. The service hands out its tarball. */
export async function bundleClient() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const options = {
    entryPoints: ['src/client/index.ts'],
    bundle: true,
    target: ['es2022', 'node20', 'chrome111', 'firefox113', 'safari16.4'],
    define: { SVCAPI_CLIENT_VERSION: JSON.stringify(version) },
    charset: 'utf8',
    minify: true,
    // Classes and functions keep their names, for stack traces.
    keepNames: true,
    // Node.js prints the line of an error that nobody catches.
    lineLimit: 120,
    sourcemap: true,
    // A path out of the installed package would lead nowhere.
    sourceRoot: 'svcapi-client:/',
  };
  await build({ ...options, outfile: `${TO}/index.js`, format: 'esm', platform: 'neutral' });
  await build({ ...options, outfile: `${TO}/index.cjs`, format: 'cjs', platform: 'node' });
  copyTypes('client/index', `${TO}/types`, ['', 'c'], {
    // They are inferred from schemas of zod, which the package does not need.
    'client/route-types': routeTypesText,
    // Editors show what each route does for the call of that route.
    'client/caller': (types) => types.replace(CALL, (call) => routeCallsText('    ') + call),
  });
  const manifest = JSON.parse(readFileSync('tools/client/package.json', 'utf8'));
  writeFileSync(`${TO}/package.json`, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  cpSync('docs/client.md', `${TO}/README.md`);
  cpSync('LICENSE', `${TO}/LICENSE`);
  mkdirSync('dist/client', { recursive: true });
  // A dry run of npm would pack nothing, and is inherited by scripts.
  const pack = ['pack', `./${TO}`, '--pack-destination=dist/client', '--ignore-scripts', '--silent', '--dry-run=false'];
  execFileSync('npm', pack, { shell: process.platform === 'win32' });
}

/** The method `call` in the types of the client, with its comment. */
const CALL = /^ {4}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n {4}call<R /m;

/** Bundles svcapi/testing as CommonJS, which both `import` and `require` load. The service is in the chunks of the program. */
export async function bundleTesting() {
  await build({
    entryPoints: ['src/testing/index.ts'],
    outfile: 'dist/testing.cjs',
    bundle: true,
    platform: 'node',
    target: 'node20',
    define: { 'import.meta.dirname': '__dirname', SVCAPI_TESTING_SERVICE: '"chunks/testing-service.cjs"' },
    sourcemap: true,
  });
  // The package has the types of the client already.
  const ofClient = (types) => types.replace("'../client/types.js'", "'../../svcapi-client/types/client/types.cjs'");
  copyTypes('testing/index', 'dist/types', ['c'], { 'testing/types': ofClient });
}
