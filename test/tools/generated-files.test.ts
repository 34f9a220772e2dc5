import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { generatedFiles, generatedFolders, releaseDate } from '../../tools/generated-files.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = await generatedFiles(await readFile(join(root, 'CHANGELOG.md'), 'utf8'));

test('what is generated is committed as it is: otherwise run npm run docs', async (t) => {
  for (const [path, text] of files) t.is(await readFile(join(root, path), 'utf8').catch(() => 'missing'), text, path);
});

test('no page or script is left of a command that is gone: otherwise run npm run docs', async (t) => {
  for (const folder of generatedFolders) {
    const expected = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
    const found = await readdir(join(root, folder));
    t.deepEqual(found.map((name) => `${folder}/${name}`).sort(), expected.sort());
  }
});

test('npm installs every page', async (t) => {
  const { man } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { man: string[] };
  t.deepEqual(
    man,
    [...files.keys()].filter((path) => path.startsWith('man/')).map((path) => `./${path}`),
  );
});

test('the date of the pages is that of the newest release, and never today', (t) => {
  const released = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2030-04-05\n\n## [1.1.0] - 2029-01-01\n';
  t.is(releaseDate(released), '2030-04-05');
  t.is(releaseDate('## [Unreleased]\n'), '2026-01-01');
});
