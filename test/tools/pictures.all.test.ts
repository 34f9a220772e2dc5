import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { CHROMIUM } from '../../tools/pictures/chromium.js';
import { takePictures } from '../../tools/pictures/index.js';
import { terminal } from '../helpers/cli/pty.js';
import { temporaryFolder } from '../helpers/folder.js';
import { LONG } from '../helpers/until.js';

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

/** Returns the width and the height of a picture in the format WebP. */
function sizeOf(picture: Buffer): [number, number] {
  if (picture.toString('latin1', 8, 16) !== 'WEBPVP8X') throw new Error('no extended WebP');
  return [picture.readUIntLE(24, 3) + 1, picture.readUIntLE(27, 3) + 1];
}

terminal('the pictures are taken of the running program, and the committed ones show what it shows', async (t) => {
  t.timeout(LONG);
  const folder = join(temporaryFolder(), 'pictures');
  const withPage = existsSync(CHROMIUM);
  const names = await takePictures({ folder, port: 0, withPage });
  const pages = ['page-light.webp', 'page-dark.webp'];
  t.deepEqual(names, [...(withPage ? pages : []), 'terminal-light.svg', 'terminal-dark.svg']);
  const read = (name: string) => readFileSync(join(folder, name));
  for (const name of names.filter((each) => each.endsWith('.svg'))) {
    const picture = read(name).toString();
    t.regex(picture, />Changing \[#{15}\.{9}\]<.*>62 % 150 of 240 rows</s);
    t.is(picture, readFileSync(join(root, 'docs/pictures', name), 'utf8'), 'run npm run pictures');
  }
  for (const name of names.filter((each) => each.endsWith('.webp'))) {
    const [width, height] = sizeOf(read(name));
    t.is(width, 1800);
    t.true(height > 1300 && height < 1600, `${height} pixels`);
    t.true(read(name).length < MOST);
  }
  if (!withPage) t.log(`The page was not taken: there is no ${CHROMIUM}.`);
});
