import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { manual } from '../dist/tools/generated-files.js';
import { bundleClient, bundleTesting } from './bundle/library.js';
import { bundleProgram } from './bundle/program.js';

// These files are named by their contents: those of earlier builds would stay behind and be published.
for (const folder of ['dist/chunks', 'dist/page']) rmSync(folder, { recursive: true, force: true });
const page = {
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
await Promise.all([bundleClient(), bundleTesting()]);
writeLicenses({ ...(await bundleProgram()), ...(await build(page)).metafile.inputs });
const pages = await manual(readFileSync('CHANGELOG.md', 'utf8'));
for (const name of readdirSync('man')) if (!pages.has(name)) rmSync(`man/${name}`);
// Only svcapi.1 is committed: npm run docs writes it.
for (const [name, text] of pages) if (name !== 'svcapi.1') writeFileSync(`man/${name}`, text);

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
