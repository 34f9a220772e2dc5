import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { prose, readDocument, root } from './markdown.js';

const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name.replaceAll('\\', '/')}`);
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...pages];

/** The most words of a document, as `wc -w` counts them, and of those of a folder. */
const limits: Record<string, number> = {
  'README.md': 640,
  'CONTRIBUTING.md': 850,
  'SECURITY.md': 400,
  'docs/README.md': 200,
  'docs/accounts.md': 1050,
  'docs/client.md': 1150,
  'docs/command-line.md': 470,
  'docs/compatibility.md': 380,
  'docs/import-format.md': 2000,
  'docs/layout.md': 1000,
  'docs/performance.md': 600,
  'docs/reliability.md': 600,
  'docs/settings.md': 1150,
  'docs/testing.md': 1200,
  'docs/wire.md': 4650,
  'docs/host/install.md': 800,
  'docs/host/fill.md': 400,
  'docs/host/in-step.md': 1050,
  'docs/host/': 600,
  'docs/decisions/': 320,
};

/** The most words of all documents. */
const TOTAL = 25_000;

/** The last column of a line of prose. */
const COLUMNS = 120;

const wordsOf = (path: string) => readDocument(path).split(/\s+/).filter(Boolean).length;

test(`each document has at most its number of words, and all have at most ${TOTAL}`, (t) => {
  const counts = documents.map((path) => ({ path, words: wordsOf(path) }));
  const limitOf = (path: string) => limits[path] ?? limits[path.replace(/[^/]+$/, '')] ?? TOTAL;
  t.deepEqual(
    counts.filter(({ path, words }) => words > limitOf(path)),
    [],
  );
  t.true(counts.reduce((total, { words }) => total + words, 0) <= TOTAL);
});

test(`no line of prose passes column ${COLUMNS}`, (t) => {
  // A heading, a row of a table or a tag cannot be broken, nor one word. The reference was given.
  const isLong = (line: string) => line.length > COLUMNS && !/^\s*(#|\||<)/.test(line) && /\S\s+\S/.test(line.trim());
  for (const path of documents.filter((each) => each !== 'docs/reference.md'))
    t.deepEqual(prose(readDocument(path)).split('\n').filter(isLong), [], path);
});

test('docs/README.md lists every document', (t) => {
  const list = readDocument('docs/README.md');
  const own = pages.filter((path) => !/decisions\/\d|docs\/README/.test(path)).map((path) => path.slice(5));
  t.deepEqual(
    own.filter((path) => !list.includes(`](${path})`)),
    [],
  );
});
