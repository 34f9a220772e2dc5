import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manual } from '../dist/tools/generated-files.js';
import { bundleClient } from './bundle/client.js';
import { bundlePage } from './bundle/page.js';
import { bundleProgram } from './bundle/program.js';
import { bundleTesting } from './bundle/testing.js';

await Promise.all([bundleClient(), bundleTesting()]);
const [program, page] = [await bundleProgram(), await bundlePage()];
await writeManual();
await writeLicenses({ ...program.inputs, ...page.inputs });
const built = new Set([...program.files, ...page.files]);

// These files are named by their contents. Those of earlier builds would stay behind and be published.
for (const folder of ['dist/chunks', 'dist/page']) {
  for (const name of await readdir(folder)) if (!built.has(`${folder}/${name}`)) await rm(`${folder}/${name}`);
}

/** Writes the manual pages, and removes those of earlier builds. Only svcapi.1 is committed. */
async function writeManual() {
  const pages = await manual(await readFile('CHANGELOG.md', 'utf8'));
  for (const name of await readdir('man')) if (!pages.has(name)) await rm(`man/${name}`);
  for (const [name, text] of pages) if (name !== 'svcapi.1') await writeFile(`man/${name}`, text);
}

/** Writes the licenses of the packages that are in the bundle: most ask for this wherever they are copied to. */
async function writeLicenses(inputs) {
  const folders = Object.keys(inputs).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const own = [...new Set(folders)].filter((folder) => folder !== undefined).sort();
  await writeFile('dist/licenses.txt', (await Promise.all(own.map(licenseOf))).join('\n'));
}

async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : `\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
  return `${name} ${version}: ${license}\n${text}`;
}
