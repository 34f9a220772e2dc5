import { inBrowser, open } from './browser.js';

inBrowser('on paper there is nothing to press, and the routes can be read', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  await page.emulateMedia({ media: 'print' });
  const live = await page.locator('button, form, nav, svg, [role=timer]').all();
  t.true(live.length > 50);
  for (const element of live) t.false(await element.isVisible());
  t.true(await page.locator('article[data-id=read-event] pre').first().isVisible());
});
