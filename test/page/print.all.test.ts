import { inflateSync } from 'node:zlib';
import { inBrowser, open, tryRoute } from './browser.js';

/** Returns the number of lines of text on each page of a document that Chromium has printed. */
function linesOfPages(pdf: Buffer): number[] {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/\/Filter \/FlateDecode[^>]*>>\s*stream\r?\n/g)].map(({ 0: head, index }) => {
    const start = index + head.length;
    return inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1');
  });
  const pages = streams.filter((stream) => /^BT$/m.test(stream));
  // The vertical position of each piece of text.
  return pages.map((page) => new Set([...page.matchAll(/ ([\d.]+) Tm$/gm)].map(([, y]) => Math.round(Number(y)))).size);
}

inBrowser('on paper there is nothing live, and no page is nearly empty', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  await tryRoute(visit, 'GET /character/{uid}');
  await page.emulateMedia({ media: 'print' });
  const live = await page.locator('button, input, form, meter, nav, svg, dialog, [role=timer], #limits').all();
  t.true(live.length > 100);
  for (const element of live) t.false(await element.isVisible());
  t.true(
    await page
      .locator('article[data-id=read-helloworld] .parameters, article[data-id=read-event] pre')
      .first()
      .isVisible(),
  );
  t.true(await page.getByText('Fails with').last().isVisible(), 'what is closed on the screen is open on paper');

  const lines = linesOfPages(await page.pdf({ format: 'A4' }));
  t.true(lines.length > 10, `${lines}`);
  t.true(lines.length <= 18, `${lines}`);
  t.log(`${lines.length} pages`);
  t.true(Math.min(...lines.slice(0, -1)) >= 15, `lines of each page: ${lines}`);
});
