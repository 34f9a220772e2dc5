import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import test from 'ava';
import { codeBlocks, prose, readDocument, relativeLinksOf, root } from './markdown.js';

/** Returns the files of a folder, however deep, by their paths below the checkout. */
function filesOf(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.map((file) => relative(root, file)).sort();
}

const pages = filesOf('docs').filter((path) => path.endsWith('.md'));
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
  const unnamed = own.filter((path) => !list.includes(`](${path})`));
  t.deepEqual(unnamed, []);
});

/** Returns the anchors of a document: its headings as GitHub spells them in addresses. */
function anchorsOf(path: string): string[] {
  const headings = prose(readDocument(path)).match(/(?<=^#+ ).*$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** A line with a comment behind it, which an interactive zsh takes for arguments. */
const COMMENTED = /^\s*[^#\s].*\s#(\s|$)/;

test('every relative link leads to a file and a heading, and no line to paste has a comment behind it', (t) => {
  for (const document of documents) {
    for (const link of relativeLinksOf(readDocument(document))) {
      const [file = '', anchor] = link.split('#');
      const path = file === '' ? document : normalize(join(dirname(document), file));
      t.true(existsSync(join(root, path)), `${document}: ${link}`);
      t.true(anchor === undefined || anchorsOf(path).includes(anchor), `${document}: ${link} has no such heading`);
    }
    const blocks = codeBlocks(readDocument(document)).filter(({ language }) => /^(sh|bash|console)$/.test(language));
    const found = blocks.flatMap(({ lines }) => lines.filter((line) => COMMENTED.test(line)));
    t.deepEqual(found, [], document);
  }
});

test('every file that docs/layout.md and CONTRIBUTING.md name exists, and every document that sources name', (t) => {
  const places = ['', 'docs', 'src', 'src/server', 'src/server/response'];
  for (const document of ['docs/layout.md', 'CONTRIBUTING.md']) {
    const named = prose(readDocument(document)).match(/(?<=`)[\w-]+(\/[\w.-]+)*\.(ts|js|json)(?=`)/g) ?? [];
    const missing = named.filter((path) => !places.some((place) => existsSync(join(root, place, path))));
    t.deepEqual(missing, [], document);
  }
  for (const file of ['src', 'tools', 'deploy'].flatMap(filesOf)) {
    const named = readDocument(file).match(/\bdocs\/[\w/-]+\.(md|json)\b/g) ?? [];
    const missing = named.filter((path) => !existsSync(join(root, path)));
    t.deepEqual(missing, [], file);
  }
});
