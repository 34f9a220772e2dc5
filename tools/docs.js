import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { generatedFiles, generatedFolders } from '../dist/tools/generated-files.js';

// Regenerates the committed files: run `npm run docs` after a change to commands, settings, routes or results.
const files = await generatedFiles(await readFile('CHANGELOG.md', 'utf8'));
for (const [path, text] of files) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
for (const folder of generatedFolders) {
  for (const name of await readdir(folder)) if (!files.has(`${folder}/${name}`)) await rm(`${folder}/${name}`);
}

// npm installs the pages that are listed, each by its name: it does not look into folders.
const manifest = JSON.parse(await readFile('package.json', 'utf8'));
const man = [...files.keys()].filter((path) => path.startsWith('man/')).map((path) => `./${path}`);
if (JSON.stringify(manifest.man) !== JSON.stringify(man)) {
  await writeFile('package.json', `${JSON.stringify({ ...manifest, man }, null, 2)}\n`);
}
