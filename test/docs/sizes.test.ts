import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { prose, readDocument, root } from './markdown.js';

/** The most words of a document, as `wc -w` counts them. */
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
};

for (const name of readdirSync(join(root, 'docs/host'))) limits[`docs/host/${name}`] = 600;
limits['docs/host/install.md'] = 800;
limits['docs/host/fill.md'] = 400;
limits['docs/host/in-step.md'] = 1050;

/** The most words of all documents. */
const TOTAL = 25_000;

/** The most words of a decision. */
const DECISION = 320;

/** The last column of a line of prose. */
const COLUMNS = 120;

/** Documents whose lines are not ours to break: the specification was given. */
const GIVEN = ['docs/reference.md'];

const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
for (const name of decisions) limits[`docs/decisions/${name}`] = DECISION;

const wordsOf = (path: string) => readDocument(path).split(/\s+/).filter(Boolean).length;

for (const [path, most] of Object.entries(limits)) {
  test(`${path} has at most ${most} words`, (t) => {
    const words = wordsOf(path);
    t.true(words <= most, `${words} words`);
  });
}

test('the README has at most 120 lines', (t) => {
  t.true(readDocument('README.md').trimEnd().split('\n').length <= 120);
});

test('1.0.0 in the changelog has at most twenty entries and paragraphs', (t) => {
  const [, section = ''] = readDocument('CHANGELOG.md').split('\n## [1.0.0]');
  t.true(section.split(/\n(?=- |\n\S)/).length <= 20);
});

test('no entry of the changelog comes twice', (t) => {
  const entries = readDocument('CHANGELOG.md')
    .split(/\n(?=- |\n)/)
    .filter((entry) => entry.startsWith('- '));
  const texts = entries.map((entry) => entry.replaceAll(/\s+/g, ' '));
  t.deepEqual(
    texts.filter((text, index) => texts.indexOf(text) !== index),
    [],
  );
});

const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'bench/notes.md', ...pages];

test(`all documents have at most ${TOTAL} words`, (t) => {
  const words = documents.filter((path) => path !== 'bench/notes.md').map(wordsOf);
  const sum = words.reduce((total, each) => total + each, 0);
  t.true(sum <= TOTAL, `${sum} words`);
});

/** A line that cannot be broken: a heading, a row of a table, or a tag. */
const WHOLE = /^\s*(#|\||<)/;

for (const path of documents.filter((each) => !GIVEN.includes(each))) {
  test(`no line of prose in ${path} passes column ${COLUMNS}`, (t) => {
    const lines = prose(readDocument(path)).split('\n');
    // One word, such as a long link, stays whole on its line.
    const long = lines.filter((line) => [...line].length > COLUMNS && !WHOLE.test(line) && /\S\s+\S/.test(line.trim()));
    t.deepEqual(long, []);
  });
}

test('docs/README.md lists every document', (t) => {
  const list = readDocument('docs/README.md');
  const own = pages
    .filter((path) => !/decisions\/\d|docs\/README/.test(path))
    .map((path) => path.slice('docs/'.length));
  t.deepEqual(
    own.filter((path) => !list.includes(`](${path})`)),
    [],
  );
});
