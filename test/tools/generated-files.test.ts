import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { generatedFiles, generatedFolders, releaseDate } from '../../tools/generated-files.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const generated = readFile(join(root, 'CHANGELOG.md'), 'utf8').then(generatedFiles);

test('the generated files are committed as generated: otherwise run npm run docs', async (t) => {
  const files = await generated;
  for (const [path, text] of files) t.is(await readFile(join(root, path), 'utf8').catch(() => 'missing'), text, path);
});

test('no file of a removed command is left: otherwise run npm run docs', async (t) => {
  const files = await generated;
  for (const folder of generatedFolders) {
    const expected = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
    const found = await readdir(join(root, folder));
    t.deepEqual(found.map((name) => `${folder}/${name}`).sort(), expected.sort());
  }
});

test('package.json lists every man page', async (t) => {
  const files = await generated;
  const { man } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { man: string[] };
  t.deepEqual(
    man,
    [...files.keys()].filter((path) => path.startsWith('man/')).map((path) => `./${path}`),
  );
});

test('the date of the pages is that of the newest release', (t) => {
  const released = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2030-04-05\n\n## [1.1.0] - 2029-01-01\n';
  t.is(releaseDate(released), '2030-04-05');
  t.is(releaseDate('## [Unreleased]\n'), '2026-01-01');
});
