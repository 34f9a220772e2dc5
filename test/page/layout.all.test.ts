import type { Page } from 'playwright-core';
import { atEachLook, phone, screens } from './audit.js';
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

const heightOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollHeight');

inBrowser('the example of a route comes first or is beside it, and the page is short', async (t, visit) => {
  const { page } = visit;
  for (const viewport of screens) {
    const { width } = viewport;
    await page.setViewportSize(viewport);
    // The fields that are open at first depend on the window that the page is loaded in.
    await open(visit);
    const cards = await page.evaluate<Card[]>(CARDS);
    t.true(cards.length > 10);
    for (const { id, toTryIt, toExample, isBeside, isAbove, isFolded } of cards) {
      t.true(toTryIt < 700 && toExample < 700, `${id}: ${toExample}`);
      t.deepEqual([isBeside, isAbove], width < 1100 ? [false, true] : [true, false], id);
      if (width < 1100) t.true(isFolded, `the fields of ${id} are folded`);
    }
    await atEachLook(
      page,
      async ({ name }) => {
        const height = await heightOf(page);
        t.true(height <= (longest[width] ?? 0), `${height} pixels: ${name}`);
        t.log(`${height} pixels: ${name}`);
      },
      [viewport],
    );
  }
});

inBrowser('fields that fit beside an example are open, and opening them makes no card longer', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  const before = await heightOf(page);
  t.true(await page.locator('#read-event .answer-fields').evaluate<boolean, { open: boolean }>(({ open }) => open));
  t.false(
    await page.locator('#read-character .answer-fields').evaluate<boolean, { open: boolean }>(({ open }) => open),
  );
  await page.evaluate("for (const fields of document.querySelectorAll('.answer-fields')) fields.open = false");
  t.is(await heightOf(page), before);
});

inBrowser(
  'a shared shape is on the page once, and opens in the place that names it',
  async (t, visit) => {
    const { page } = visit;
    await open(visit);
    const card = page.locator('#read-event');
    await card.getByText('Answer: event').click();
    const receiver = card.locator('li:has(> code b:text-is("receiver"))').last();
    t.is(await receiver.locator('.fields').count(), 0);
    const shape = receiver.getByRole('link', { name: 'Ref' });
    t.is(await shape.getAttribute('aria-expanded'), 'false');
    await shape.click();
    t.is(await shape.getAttribute('aria-expanded'), 'true');
    t.regex((await receiver.locator('.fields').first().textContent()) ?? '', /value: string.*href\?: string/s);
    await shape.press('Enter');
    t.is(await receiver.locator('.fields').count(), 0);
    t.is(await page.locator('[id="shape-ref"]').count(), 1);
    t.is(await page.getByText('Unix seconds, as a string').count(), 1);
  },
  { viewport: phone },
);

inBrowser(
  'without scripts, a shape is a link to the list of shapes',
  async (t, visit) => {
    const { page, server } = visit;
    await page.goto(`${server.url}/documentation`);
    await page.locator('#read-event').getByText('Answer: event').click();
    await page.locator('#read-event').getByRole('link', { name: 'Ref' }).first().click();
    t.is(new URL(page.url()).hash, '#shape-ref');
  },
  { javaScriptEnabled: false },
);

inBrowser('what the search finds in folded fields is opened', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('biography');
  await page.getByRole('option').filter({ hasText: 'biography' }).first().click();
  const field = page.locator('#read-character .answer-fields').getByText('biography').first();
  await field.waitFor();
  t.true(await field.isVisible());
});
