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
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...pages];

/** Returns the anchors of a document: its headings as GitHub spells them in addresses. */
function anchorsOf(path: string): string[] {
  const headings = prose(readDocument(path)).match(/^#+ .*$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns the fault of a link, or undefined if it leads to a file and to an anchor in it. */
function faultOf(document: string, link: string): string | undefined {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? document : normalize(join(dirname(document), file));
  if (!existsSync(join(root, path))) return `${link}: there is no ${path}`;
  if (anchor !== undefined && !anchorsOf(path).includes(anchor)) return `${link}: ${path} has no such heading`;
  return undefined;
}

for (const document of documents) {
  test(`every relative link of ${document} leads somewhere`, (t) => {
    t.deepEqual(
      relativeLinksOf(readDocument(document))
        .map((link) => faultOf(document, link))
        .filter((fault) => fault !== undefined),
      [],
    );
  });
}

/** A line with a comment behind it, which an interactive zsh takes for arguments. */
const COMMENTED = /^\s*[^#\s].*\s#(\s|$)/;

test('no line to paste has a comment behind it', (t) => {
  for (const document of documents) {
    const blocks = codeBlocks(readDocument(document)).filter(({ language }) => /^(sh|bash|console)$/.test(language));
    const found = blocks.flatMap(({ lines }) => lines.filter((line) => COMMENTED.test(line)));
    t.deepEqual(found, [], document);
  }
});

test('every file that docs/layout.md and CONTRIBUTING.md name exists', (t) => {
  const places = ['', 'docs', 'src', 'src/server', 'src/server/response'];
  for (const document of ['docs/layout.md', 'CONTRIBUTING.md']) {
    const named = prose(readDocument(document)).match(/(?<=`)[\w-]+(\/[\w.-]+)*\.(ts|js|json)(?=`)/g) ?? [];
    t.true(named.length > 0);
    const missing = named.filter((path) => !places.some((place) => existsSync(join(root, place, path))));
    t.deepEqual(missing, [], document);
  }
});

test('every document that code or deploy/ names exists', (t) => {
  const missing = ['src', 'tools', 'deploy'].flatMap(filesOf).flatMap((file) => {
    const named = readDocument(file).match(/\bdocs\/[\w/-]+\.(md|json)\b/g) ?? [];
    return named.filter((path) => !existsSync(join(root, path))).map((path) => `${file}: ${path}`);
  });
  t.deepEqual(missing, []);
});
