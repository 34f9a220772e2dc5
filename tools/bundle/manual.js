import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { manual } from '../../dist/tools/generated-files.js';

/** Writes the manual pages, and removes those of earlier builds. Only svcapi.1 is committed. */
export async function writeManual() {
  const pages = await manual(await readFile('CHANGELOG.md', 'utf8'));
  for (const name of await readdir('man')) if (!pages.has(name)) await rm(`man/${name}`);
  for (const [name, text] of pages) if (name !== 'svcapi.1') await writeFile(`man/${name}`, text);
}
