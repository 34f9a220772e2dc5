import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { generatedFiles, manual } from '../../tools/generated-files.js';

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
