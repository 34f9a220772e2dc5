import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { routeCallsText, routeTypesText } from '../../dist/tools/client/route-types.js';
import { bundleLibrary, writeTypes } from './library.js';

/** The folder of the package. `svcapi/client` leads there, too. */
const TO = 'dist/svcapi-client';

const options = {
  entryPoints: ['src/client/index.ts'],
  target: ['es2022', 'node20', 'chrome111', 'firefox113', 'safari16.4'],
  charset: 'utf8',
  minify: true,
  // Classes and functions keep their names, for stack traces.
  keepNames: true,
  // Node.js prints the line of an error that nobody catches.
  lineLimit: 120,
};

/** Bundles the client as a package of its own, without dependencies, for Node.js, browsers and the others, and for `require`. */
export async function bundleClient() {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  const define = { SVCAPI_CLIENT_VERSION: JSON.stringify(manifest.version) };
  await bundleLibrary({ ...options, define, outfile: `${TO}/index.js`, format: 'esm', platform: 'neutral' });
  await bundleLibrary({ ...options, define, outfile: `${TO}/index.cjs`, format: 'cjs', platform: 'node' });
  await writeTypes('client/index', `${TO}/types`, ['module', 'commonjs'], {
    // They are inferred from schemas of zod, which the package does not need.
    'client/route-types.d.ts': routeTypesText,
    'client/caller.d.ts': withRouteCalls,
  });
  await writeFile(`${TO}/package.json`, `${JSON.stringify(manifestOf(manifest), null, 2)}\n`);
  await cp('docs/client.md', `${TO}/README.md`);
  await cp('LICENSE', `${TO}/LICENSE`);
  await pack();
}

/** Packs the client. The service hands out the tarball. */
async function pack() {
  await mkdir('dist/client', { recursive: true });
  // A dry run of npm would pack nothing, and is inherited by scripts.
  const options = ['--pack-destination=dist/client', '--ignore-scripts', '--silent', '--dry-run=false'];
  await promisify(execFile)('npm', ['pack', `./${TO}`, ...options], { shell: process.platform === 'win32' });
}

/** Adds to the method `call` what each route does, which editors show for the call of that route. */
function withRouteCalls(types) {
  const [before, after] = types.split(/(?=^ {4}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n {4}call<R )/m);
  if (after === undefined) throw new Error('the types of the client have no method call');
  return before + routeCallsText('    ') + after;
}

function manifestOf({ version, license, engines, exports }) {
  const own = (path) => path.replace(`${TO}/`, '');
  const { import: module, require: commonjs } = exports['./client'];
  const entry = (kind) => ({ types: own(kind.types), default: own(kind.default) });
  return {
    name: 'svcapi-client',
    version,
    description: 'A typed client of svcapi, a Web Services v2.0 for space-game communities',
    keywords: ['svcapi', 'web-services', 'game', 'client', 'typed', 'fetch', 'oauth2'],
    license,
    type: 'module',
    engines,
    sideEffects: false,
    main: own(commonjs.default),
    module: own(module.default),
    types: own(commonjs.types),
    exports: { '.': { import: entry(module), require: entry(commonjs) }, './package.json': './package.json' },
  };
}
