import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';
import { bundleProgram } from './bundle/program.js';

// Both compilers are programs in Go that end soon: to collect garbage would take a third of their time.
Object.assign(process.env, { GOGC: 'off', GOMEMLIMIT: '1500MiB' });
const PAGE = {
  entryPoints: {
    main: 'src/page/browser/main.ts',
    style: 'src/page/style/main.css',
    'no-script': 'src/page/style/no-script.css',
    account: 'src/page/style/account.css',
    icon: 'src/page/icon.svg',
  },
  outdir: 'dist/page',
  entryNames: '[name]-[hash]',
  loader: { '.svg': 'copy' },
  bundle: true,
  format: 'esm',
  target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
  minify: true,
  metafile: true,
};
// The quick tests need no types, packages or manual: `npm run check` looks at the types.
const isForTests = process.argv[2] === '--for-tests';
clean();
const [code, inputs, page] = await Promise.all([compile(), bundleProgram(), build(PAGE)]);
if (code !== 0) process.exit(code ?? 1);
await renderDocuments();
if (isForTests) process.exit();
writeLicenses({ ...inputs, ...page.metafile.inputs });
const { bundleClient, bundleTesting } = await import('./bundle/library.js');
await Promise.all([bundleClient(), bundleTesting()]);
const { manual } = await import('../dist/tools/generated-files.js');
const pages = await manual(readFileSync('CHANGELOG.md', 'utf8'));
for (const name of readdirSync('man')) if (!pages.has(name)) rmSync(`man/${name}`);
// Only svcapi.1 is committed: npm run docs writes it.
for (const [name, text] of pages) if (name !== 'svcapi.1') writeFileSync(`man/${name}`, text);

/** Writes the page and the description, which no start has to make again: the settings of a host are filled in. */
async function renderDocuments() {
  const from = (path) => import(`../dist/src/${path}.js`);
  const { routes } = await from('routes/index');
  const { examples } = await from('openapi/examples');
  const { renderPage } = await from('page/server/index');
  const { buildOpenApi } = await from('openapi/open-api');
  const { pageAssets } = await from('server/documents/page-files');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync('dist/page/documentation.html', renderPage({ routes, examples, version, assets: pageAssets() }));
  writeFileSync('dist/page/openapi.json', JSON.stringify(buildOpenApi(routes, examples)));
}

/**
 * Removes what earlier builds have left: tests and chunks of deleted sources would still be run, and published. What the compiler
 * made of sources that are still there stays, so that it compiles only what has changed.
 */
function clean() {
  const { compilerOptions, include } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  const { outDir, tsBuildInfoFile } = compilerOptions;
  const pathsIn = (folder, options) => (existsSync(folder) ? readdirSync(folder, options) : []);
  for (const name of pathsIn(outDir)) {
    if (![...include, basename(tsBuildInfoFile)].includes(name)) rmSync(join(outDir, name), { recursive: true });
  }
  for (const folder of include) {
    for (const path of pathsIn(join(outDir, folder), { recursive: true })) {
      const source = path.replace(/(\.d)?\.([cm]?)[jt]s(\.map)?$/, '.$2ts');
      if (!existsSync(join(folder, source))) rmSync(join(outDir, folder, path), { recursive: true, force: true });
    }
  }
}

/** Runs TypeScript. More checkers than one would each check the types of the libraries, for twice the work in all. */
async function compile() {
  const args = ['node_modules/typescript/bin/tsc', '--checkers', '1'];
  if (isForTests) args.push('--noCheck', '--declaration', 'false');
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  return code;
}

/** Writes the licenses of the packages that are in the bundle: most ask for this wherever they are copied to. */
function writeLicenses(inputs) {
  const folders = Object.keys(inputs).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const texts = [...new Set(folders.filter(Boolean))].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? '' : `\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
    return `${name} ${version}: ${license}\n${text}`;
  });
  writeFileSync('dist/licenses.txt', texts.join('\n'));
}
