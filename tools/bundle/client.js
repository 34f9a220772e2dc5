import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { routeTypesText } from '../../dist/tools/client/route-types.js';

/** The folder of the package. `svcapi/client` leads there, too. */
const TO = 'dist/svcapi-client';

/** The folder of the types that the compiler writes. */
const FROM = 'dist/src';

/** The types of the routes are inferred from schemas of zod: the package has them written out. */
const ROUTES = join(FROM, 'client/route-types.d.ts');

/** Bundles the client as a package of its own, without dependencies, for Node.js, browsers and the others. */
export async function bundleClient() {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  await build({
    entryPoints: ['src/client/index.ts'],
    outfile: `${TO}/index.js`,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: ['es2022', 'node20', 'chrome111', 'firefox113', 'safari16.4'],
    charset: 'utf8',
    minify: true,
    // Classes and functions keep their names, for stack traces.
    keepNames: true,
    // Node.js prints the line of an error that nobody catches.
    lineLimit: 120,
    define: { SVCAPI_CLIENT_VERSION: JSON.stringify(manifest.version) },
    logLevel: 'warning',
  });
  for (const path of await typesOf(join(FROM, 'client/index.d.ts'))) {
    const target = join(TO, 'types', relative(FROM, path));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, path === ROUTES ? routeTypesText() : await withoutMap(path));
  }
  await writeFile(`${TO}/package.json`, `${JSON.stringify(manifestOf(manifest), null, 2)}\n`);
  await cp('docs/client.md', `${TO}/README.md`);
  await cp('LICENSE', `${TO}/LICENSE`);
}

function manifestOf({ version, license, engines }) {
  const types = './types/client/index.d.ts';
  return {
    name: 'svcapi-client',
    version,
    description: 'A typed client of svcapi, a Web Services v2.0 for space-game communities',
    license,
    type: 'module',
    engines,
    sideEffects: false,
    main: './index.js',
    types,
    exports: { '.': { types, default: './index.js' }, './package.json': './package.json' },
  };
}

/** Returns a file of types and all that it imports. */
async function typesOf(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  if (path === ROUTES) return found;
  for (const [, next] of (await readFile(path, 'utf8')).matchAll(/\bfrom '(\.[^']+)\.js'/g)) {
    await typesOf(join(dirname(path), `${next}.d.ts`), found);
  }
  return found;
}

async function withoutMap(path) {
  return (await readFile(path, 'utf8')).replace(/^\/\/# sourceMappingURL=.*\n?/m, '');
}
