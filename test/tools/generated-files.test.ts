import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { generatedFiles, manual, releaseDate } from '../../tools/generated-files.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const generated = readFile(join(root, 'CHANGELOG.md'), 'utf8').then(generatedFiles);

test('the generated files are committed as generated: otherwise run npm run docs', async (t) => {
  const files = await generated;
  for (const [path, text] of files) t.is(await readFile(join(root, path), 'utf8').catch(() => 'missing'), text, path);
});

test('package.json lists every man page', async (t) => {
  const pages = await manual(await readFile(join(root, 'CHANGELOG.md'), 'utf8'));
  const { man } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { man: string[] };
  t.deepEqual(
    man,
    [...pages.keys()].map((name) => `./man/${name}`),
  );
});

test('the date of the pages is that of the newest release', (t) => {
  const released = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2030-04-05\n\n## [1.1.0] - 2029-01-01\n';
  t.is(releaseDate(released), '2030-04-05');
  t.is(releaseDate('## [Unreleased]\n'), '2026-01-01');
});
