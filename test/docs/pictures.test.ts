import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The most bytes of a picture. */
const MOST = 150_000;

/** The pictures of the README: for dark themes, for the others, and the words in their place. */
const shown = [
  ...readme.matchAll(/<picture>.* srcset="([^"]+)"><img src="([^"]+)" width="\d+" alt="([^"]+)"><\/picture>/g),
];

test('the README shows the page and a terminal, each for both themes, and says in words what they show', (t) => {
  t.deepEqual(
    shown.map(([, dark, light]) => [dark, light]),
    [
      ['docs/pictures/page-dark.webp', 'docs/pictures/page-light.webp'],
      ['docs/pictures/terminal-dark.svg', 'docs/pictures/terminal-light.svg'],
    ],
  );
  for (const [, dark = '', light = '', words = ''] of shown) {
    t.true(words.length > 40);
    const pictures = [dark, light].map((path) => readFileSync(join(root, path)));
    for (const picture of pictures) t.true(picture.length < MOST, `${picture.length} bytes`);
    t.notDeepEqual(pictures[0], pictures[1]);
  }
  t.is(readme.match(/<picture>/g)?.length, shown.length);
});
