import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the licenses of the packages that are in the bundle: most ask for this wherever they are copied to. */
export async function writeLicenses(inputs) {
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
