import { screens } from './audit.js';
import { inBrowser, open } from './browser.js';

/** Reads the order and the distances of the parts of the open cards. */
const CARDS = `[...document.querySelectorAll('article:has(> [open])')].map((card) => {
  const at = (part) => card.querySelector(part)?.getBoundingClientRect();
  const [heading, tryIt, example, meaning] = ['h4', '.try', '.example', '.meaning'].map(at);
  return {
    id: card.dataset.id,
    toTryIt: tryIt.bottom - heading.top,
    toExample: example.top - heading.top,
    isBeside: example.left >= meaning.right && example.top < meaning.bottom,
    isAbove: example.bottom <= meaning.top,
    isFolded: !card.querySelector('.answer-fields').open,
  };
})`;

interface Card {
  id: string;
  toTryIt: number;
  toExample: number;
  isBeside: boolean;
  isAbove: boolean;
  isFolded: boolean;
}

/** The height of the page at most, by the width of the window. */
const longest: Readonly<Record<number, number>> = {
  390: 30_000,
  768: 25_000,
  1100: 18_500,
  1440: 16_000,
  1920: 16_000,
};

inBrowser('the example of a route comes first or is beside it, and the page is short', async (t, visit) => {
  const { page } = visit;
  for (const viewport of screens) {
    const { width } = viewport;
    await page.setViewportSize(viewport);
    await open(visit);
    const cards = await page.evaluate<Card[]>(CARDS);
    t.true(cards.length > 10);
    for (const { id, toTryIt, toExample, isBeside, isAbove, isFolded } of cards) {
      t.true(toTryIt < 700 && toExample < 700, `${id}: ${toExample}`);
      t.deepEqual([isBeside, isAbove], width < 1100 ? [false, true] : [true, false], id);
      t.true(isFolded, `the fields of ${id} are folded`);
    }
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    t.true(height <= (longest[width] ?? 0), `${height} pixels: ${width} pixels wide`);
  }
});
