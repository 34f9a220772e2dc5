import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lint } from '@redocly/openapi-core';
import test from 'ava';
import { build } from 'esbuild';
import { document, follow, type Response, type Schema } from '../helpers/document/document.js';
import { withServer } from '../helpers/server.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = `${root}test/generated-client`;
const INPUT = `${root}docs/openapi.json`;
const TYPES = `${root}dist/generated-client`;
const BUILT = `${root}node_modules/.cache/every-call`;

/** Too large for everybody's node_modules: they are installed where and when this test runs, as they were on a day. */
const packages =
  '@hey-api/openapi-ts@0.95.0 oazapfts@7.5.0 @oazapfts/runtime@1.2.0 orval@8.38.0 typescript@5.9.3'.split(' ');
const DAY = '2026-11-20';
/** Milliseconds, less than the tests wait for a file. */
const PATIENCE = 200_000;

/** Returns false where the registry cannot be reached. */
async function install(): Promise<boolean> {
  mkdirSync(BUILT, { recursive: true });
  const done = `${BUILT}/${packages.join('+').replaceAll('/', '-')}`;
  if (existsSync(done)) return true;
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

/** Runs a tool beside what it has made. */
const node = (file: string, ...argv: string[]) => run(process.execPath, [file, ...argv], { cwd: BUILT });

/** Compiles a project, by the compiler of the generator, which needs an older one, and returns what that says. */
async function compile(project: string): Promise<string> {
  const compiled = node(`${FOLDER}/node_modules/typescript/bin/tsc`, '--pretty', 'false', '--project', project);
  return (await compiled.catch((error: { stdout: string }) => error)).stdout;
}

const isInstalled = await install();
const title = 'four generators make clients that compile strictly, and make every call (needs the registry of npm)';

(isInstalled ? test : test.skip)(title, withServer, async (t, { url, token }) => {
  await node(`${FOLDER}/node_modules/openapi-typescript/bin/cli.js`, INPUT, '--output', 'api.d.ts');
  await node('node_modules/.bin/openapi-ts', '--input', INPUT, '--output', 'hey', '--plugins', '@hey-api/client-fetch');
  await node('node_modules/.bin/oazapfts', INPUT, 'oazapfts.ts');
  await node('node_modules/.bin/orval', '--input', INPUT, '--output', 'orval.ts', '--client', 'fetch');
  const project = `${FOLDER}/every-call`;
  t.is(await compile(project), '');

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

test('a program compiles with the types and runs, and each wrong call does not', withServer, async (t, server) => {
  await node(`${FOLDER}/node_modules/openapi-typescript/bin/cli.js`, INPUT, '--output', `${TYPES}/api.d.ts`);
  t.is(await compile(FOLDER), '');
  const { stdout } = await node(`${TYPES}/program.js`, server.url, server.token);
  t.deepEqual(JSON.parse(stdout), { seconds: 1_291_273_200, amounts: [79, 78], left: 3, code: 'not_found' });
});

/** A name may be the end of another path, such as `creditlog`: the path that checks names has it then (docs/wire.md). */
const ambiguous = ['credits', 'creditlog', 'permissions'].map(
  (end) =>
    'warn no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: ' +
    `\`/character/handlecheck/{handle}\` and \`/character/{uid}/${end}\`.`,
);

test('Redocly finds nothing in the description but the paths that existing clients ask for', async (t) => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lint({ ref: INPUT, config });
  const found = problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`);
  t.deepEqual(found, ambiguous);
});
