import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { temporaryFolder } from '../helpers/folder.js';

const TOOL = fileURLToPath(new URL('../../../tools/check-words.js', import.meta.url));

/** Runs the tool on a folder with these files. */
function check(files: Record<string, string>) {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { status, stdout } = spawnSync(process.execPath, [TOOL, folder], { encoding: 'utf8' });
  return { status, lines: stdout.split('\n').slice(0, -1) };
}

const OPENING = 'begin a doc comment with a verb in the third person, or with a noun phrase';

const OPENINGS = ['What', 'Who', 'Where', 'How', 'Whether', 'Some'];

test('a doc comment that begins with a question word, or with Some, fails the check', (t) => {
  const texts = OPENINGS.map((word) => `const a = 1;\n/** ${word} it is. */\nconst b = 2;\n`);
  const { status, lines } = check(Object.fromEntries(texts.map((text, index) => [`src/a/${index}.ts`, text])));
  t.is(status, 1);
  const places = OPENINGS.map((word, index) => `src/a/${index}.ts:2: “${word}”: ${OPENING}`);
  t.deepEqual(lines, [...places, '6 places to reword']);
});

test('one place is counted as one', (t) => {
  const { status, lines } = check({ 'src/a/b.ts': '/** What it is. */\n' });
  t.is(status, 1);
  t.deepEqual(lines, [`src/a/b.ts:1: “What”: ${OPENING}`, '1 place to reword']);
});

test('a paragraph of a doc comment is held to the same, in src, bin and tools', (t) => {
  const text = '/**\n * What it is.\n */\n';
  const { status, lines } = check({ 'bin/a.ts': text, 'src/b.ts': text, 'tools/c.js': text, 'test/d.ts': text });
  t.is(status, 1);
  t.deepEqual(
    lines.map((line) => line.split(' ')[0]),
    ['src/b.ts:2:', 'bin/a.ts:2:', 'tools/c.js:2:', '3'],
  );
});

test('a word that has a plainer one fails the check, in documents too', (t) => {
  const { status, lines } = check({ 'README.md': 'Requests in work.\n', 'docs/a.md': 'One\nIt is of no use.\n' });
  t.is(status, 1);
  t.deepEqual(lines, [
    'docs/a.md:2: “of no use”: say it with the word of the field',
    'README.md:1: “in work”: say it with the word of the field',
    '2 places to reword',
  ]);
});

test('plain English passes the check', (t) => {
  const files = {
    'src/a.ts': '/** Returns what it is, and how. */\n// What follows is code.\n',
    'README.md': 'In workers.\n',
  };
  t.deepEqual(check(files), { status: 0, lines: [] });
});

const RIDDLES = [
  'A service has a clock of its own.',
  'It works in steps of some 12 ms.',
  'The field stands in the request.',
  'What is no failure is logged.',
  'The code that answers so in earnest.',
];

const PLAIN = [
  'It stands for every request.',
  'What is no longer needed goes.',
  'Some of them wait.',
  'She owns it on her own.',
];

test('a document that tells a thing as a riddle fails the check, and plain ones pass', (t) => {
  const { status, lines } = check({ 'docs/a.md': `${RIDDLES.join('\n')}\n`, 'docs/b.md': `${PLAIN.join('\n')}\n` });
  t.is(status, 1);
  t.is(lines.length, RIDDLES.length + 1);
  t.true(
    lines.slice(0, -1).every((line) => line.startsWith('docs/a.md:')),
    lines.join('\n'),
  );
});
