import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { generatedFiles, generatedFolders } from '../dist/src/cli/generated.js';

// Writes what is committed and drawn from the tree of commands: run `npm run docs` after a change to it.
const files = generatedFiles(await readFile('CHANGELOG.md', 'utf8'));
for (const [path, text] of files) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
for (const folder of generatedFolders) {
  for (const name of await readdir(folder)) if (!files.has(`${folder}/${name}`)) await rm(`${folder}/${name}`);
}
