import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { build } from 'esbuild';
import { document, follow, type Response, type Schema } from '../helpers/document/document.js';
import { withServer } from '../helpers/server.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = `${root}test/generated-client`;
const BUILT = `${root}node_modules/.cache/every-call`;

/** Too large for everybody's node_modules: they are installed where and when this test runs, as they were on a day. */
const packages =
  '@hey-api/openapi-ts@0.95.0 oazapfts@7.5.0 @oazapfts/runtime@1.2.0 orval@8.38.0 typescript@5.9.3'.split(' ');
const DAY = '2026-11-20';
/** Milliseconds, less than the tests wait for a file. */
const PATIENCE = 200_000;

/** Returns false where the registry cannot be reached. */
async function install(): Promise<boolean> {
  const done = `${BUILT}/${packages.join('+').replaceAll('/', '-')}`;
  if (existsSync(done)) return true;
  mkdirSync(BUILT, { recursive: true });
  writeFileSync(`${BUILT}/package.json`, '{ "private": true }');
  const flags = ['--ignore-scripts', '--no-package-lock', '--no-save', '--loglevel=error', '--fetch-retries=0'];
  try {
    await run('npm', ['install', ...packages, `--before=${DAY}`, ...flags], { cwd: BUILT, timeout: PATIENCE });
  } catch {
    return false;
  }
  writeFileSync(done, '');
  return true;
}

/** Runs a tool of a folder on the description. */
const node = (file: string, ...argv: string[]) => run(process.execPath, [file, ...argv], { cwd: BUILT });

const isInstalled = await install();
const title = 'four generators make clients that compile strictly, and make every call (needs the registry of npm)';

(isInstalled ? test : test.skip)(title, withServer, async (t, { url, token }) => {
  const input = `${root}docs/openapi.json`;
  await node(`${FOLDER}/node_modules/openapi-typescript/bin/cli.js`, input, '--output', 'api.d.ts');
  await node('node_modules/.bin/openapi-ts', '--input', input, '--output', 'hey', '--plugins', '@hey-api/client-fetch');
  await node('node_modules/.bin/oazapfts', input, 'oazapfts.ts');
  await node('node_modules/.bin/orval', '--input', input, '--output', 'orval.ts', '--client', 'fetch');
  const project = `${FOLDER}/every-call`;
  const compiled = node(`${FOLDER}/node_modules/typescript/bin/tsc`, '--pretty', 'false', '--project', project);
  t.is((await compiled.catch((error: { stdout: string }) => error)).stdout, '');

  const [program, outfile] = [`${project}/program.ts`, `${BUILT}/program.mjs`];
  const tsconfig = `${project}/tsconfig.json`;
  await build({ entryPoints: [program], outfile, tsconfig, bundle: true, format: 'esm', platform: 'node' });
  const made = JSON.parse((await node(outfile, url, token)).stdout);
  const operations = Object.values(document.paths).flatMap(({ description: _, ...methods }) => Object.values(methods));
  const expected = operations.map(({ operationId, responses }) => {
    const { schema } = (responses['200'] as Response).content?.['application/json'] ?? {};
    return [operationId, follow<Schema>(schema ?? {}, '#').node.properties?.resource?.const];
  });
  t.is(expected.length, 21);
  for (const [generator, resources] of Object.entries(made))
    t.deepEqual(resources, Object.fromEntries(expected), generator);
  t.is(Object.keys(made).length, 4);
});
