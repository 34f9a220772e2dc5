import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { manual } from '../dist/tools/generated-files.js';
import { bundleClient } from './bundle/client.js';
import { bundlePage } from './bundle/page.js';
import { bundleProgram } from './bundle/program.js';
import { bundleTesting } from './bundle/testing.js';

// These files are named by their contents: those of earlier builds would stay behind and be published.
for (const folder of ['dist/chunks', 'dist/page']) rmSync(folder, { recursive: true, force: true });
await Promise.all([bundleClient(), bundleTesting()]);
writeLicenses({ ...(await bundleProgram()), ...(await bundlePage()) });
const pages = await manual(readFileSync('CHANGELOG.md', 'utf8'));
for (const name of readdirSync('man')) if (!pages.has(name)) rmSync(`man/${name}`);
// Only svcapi.1 is committed: npm run docs writes it.
for (const [name, text] of pages) if (name !== 'svcapi.1') writeFileSync(`man/${name}`, text);

/** Writes the licenses of the packages that are in the bundle: most ask for this wherever they are copied to. */
function writeLicenses(inputs) {
  const folders = Object.keys(inputs).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const texts = [...new Set(folders)]
    .filter(Boolean)
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      const text = file === undefined ? '' : `\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
      return `${name} ${version}: ${license}\n${text}`;
    });
  writeFileSync('dist/licenses.txt', texts.join('\n'));
}
