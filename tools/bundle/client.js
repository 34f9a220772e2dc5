import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { routeCallsText, routeTypesText } from '../../dist/tools/client/route-types.js';
import { writeTypes } from './types.js';

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
  };
  await build({ ...options, outfile: `${TO}/index.js`, format: 'esm', platform: 'neutral' });
  await build({ ...options, outfile: `${TO}/index.cjs`, format: 'cjs', platform: 'node' });
  for (const file of ['index.js.map', 'index.cjs.map']) nameSources(`${TO}/${file}`);
  writeTypes('client/index', `${TO}/types`, ['', 'c'], {
    // They are inferred from schemas of zod, which the package does not need.
    'client/route-types': routeTypesText,
    'client/caller': withRouteCalls,
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

/** Names the sources from the root of the repository: in a stack trace, a path out of the installed package would lead nowhere. */
function nameSources(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'));
  map.sources = map.sources.map((source) => source.replace('../../', ''));
  writeFileSync(file, JSON.stringify(map));
}

/** Adds to the method `call` what each route does, which editors show for the call of that route. */
function withRouteCalls(types) {
  const [before, after] = types.split(/(?=^ {4}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n {4}call<R )/m);
  if (after === undefined) throw new Error('the types of the client have no method call');
  return before + routeCallsText('    ') + after;
}
