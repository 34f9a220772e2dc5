import type { Browser, Page } from 'playwright-core';
import type { Demo } from './demo.js';
import type { Theme } from './theme.js';

const WIDTH = 1200;

/** Pixels of the picture for each of the page. */
const SCALE = 1.5;

/** Pixels between the head of the page and the route below it. */
const GAP = 20;

/** The most pixels of the route that are shown. */
const MOST = 700;

/** The quality of the picture, out of 100. */
const QUALITY = 60;

/** The clock of the device: that of the service. */
const NOW = new Date('2025-12-07T12:12:14Z');

/**
 * Takes a picture of the page in a real browser: its head, and below it a route with its example in Python.
 *
 * @returns a picture in the format WebP
 */
export async function takePage(browser: Browser, demo: Demo, theme: Theme): Promise<Buffer> {
  const context = await browser.newContext({
    ...{ viewport: { width: WIDTH, height: 900 }, deviceScaleFactor: SCALE, colorScheme: theme },
    ...{ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
  });
  try {
    const page = await context.newPage();
    await page.clock.install({ time: NOW.getTime() - 60_000 });
    await page.clock.pauseAt(NOW);
    await page.goto(`${demo.url}/ws/v2.0/documentation`);
    await page.locator('#clock-time', { hasText: /\d\d:\d\d:\d\d/ }).waitFor();
    const head = await page.locator('.hero').screenshot();
    return await join(await context.newPage(), [head, await takeRoute(page)]);
  } finally {
    await context.close();
  }
}

/** Takes the card of a route, with the contents beside it. */
async function takeRoute(page: Page): Promise<Buffer> {
  const card = page.locator('article[data-id=assign-datacard]');
  await card.locator('label', { hasText: 'Python' }).click();
  await page.locator('.contents a', { hasText: 'Assign a datacard' }).click();
  await page.mouse.move(0, 0);
  await page.locator('.contents a[aria-current]', { hasText: 'Assign a datacard' }).waitFor();
  const height = Number(await page.evaluate(`(${lastGap})(${MOST})`));
  return page.screenshot({ clip: { x: 0, y: 0, width: WIDTH, height } });
}

/** Runs in the page: returns the height, near a maximum, at which a cut goes through the fewest lines of text: its columns have lines of their own. */
const lastGap = `(most) => {
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes = [];
  while (walker.nextNode()) {
    if (walker.currentNode.data.trim() === '' || !walker.currentNode.parentElement.checkVisibility()) continue;
    range.selectNodeContents(walker.currentNode);
    boxes.push(...range.getClientRects());
  }
  const cut = (height) => boxes.filter(({ top, bottom }) => top - 2 < height && height < bottom + 2).length;
  const heights = Array.from({ length: most / 8 }, (_, index) => most - index);
  return heights.sort((a, b) => cut(a) - cut(b))[0];
}`;

/** Joins pictures to one, in rounded frames, with nothing between them. */
async function join(page: Page, pictures: Buffer[]): Promise<Buffer> {
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`);
  await page.setContent(`<!doctype html><style>
    html { width: ${WIDTH}px; background: none }
    body { display: grid; gap: ${GAP}px; margin: 0 }
    img { display: block; width: ${WIDTH}px; border-radius: 12px; box-shadow: inset 0 0 0 1px #8888 }
  </style>${images.join('')}`);
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))');
  const height = Number(await page.evaluate('document.body.scrollHeight'));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const { data } = await session.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality: QUALITY, captureBeyondViewport: true },
    clip: { x: 0, y: 0, width: WIDTH, height, scale: SCALE },
  });
  return Buffer.from(data, 'base64');
}
