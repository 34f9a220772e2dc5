import { readFile, writeFile } from 'node:fs/promises';
import { generatedFiles, manual } from '../dist/tools/generated-files.js';

// Regenerates the committed files: run `npm run docs` after a change to commands, settings, routes or results.
const changelog = await readFile('CHANGELOG.md', 'utf8');
const files = await generatedFiles(changelog);
for (const [path, text] of files) await writeFile(path, text);

// npm installs the pages that are listed, each by its name: it does not look into folders.
const manifest = JSON.parse(await readFile('package.json', 'utf8'));
const man = [...(await manual(changelog)).keys()].map((name) => `./man/${name}`);
if (JSON.stringify(manifest.man) !== JSON.stringify(man)) {
  await writeFile('package.json', `${JSON.stringify({ ...manifest, man }, null, 2)}\n`);
}
