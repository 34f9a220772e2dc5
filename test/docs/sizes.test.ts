import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { prose, readDocument, root } from './markdown.js';

const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name.replaceAll('\\', '/')}`);
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...pages];

/** The most words of a document, as `wc -w` counts them: references may have more than others. */
const LIMIT = 1200;
const longer: Record<string, number> = { 'docs/wire.md': 4650, 'docs/import-format.md': 2000 };
const given = ['docs/reference.md', 'CHANGELOG.md'];

/** The most words of all documents. */
const TOTAL = 25_000;

/** The last column of a line of prose. */
const COLUMNS = 120;

const wordsOf = (path: string) => readDocument(path).split(/\s+/).filter(Boolean).length;

test(`each document has at most its number of words, and all have at most ${TOTAL}`, (t) => {
  const counts = documents.map((path) => [path, wordsOf(path)] as const);
  const long = counts.filter(([path, words]) => words > (longer[path] ?? LIMIT) && !given.includes(path));
  t.deepEqual(long, []);
  t.true(counts.reduce((total, [, words]) => total + words, 0) <= TOTAL);
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
