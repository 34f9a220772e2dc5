import { inBrowser, open } from './browser.js';

inBrowser('the address of a route opens its card', async (t, visit) => {
  const { page, server } = visit;
  await page.goto(`${server.url}/documentation#read-helloworld`);
  const card = page.locator('article[data-id=read-helloworld]');
  await card.locator('.sides').waitFor();
  t.true(await card.getByRole('heading').first().isVisible());
});

inBrowser('an address in an example leads to its route', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  const example = page.locator('article[data-id=read-datacards] pre[data-form=json]');
  const link = example.getByRole('link', { name: `${server.url}/datacard/14:1`, exact: true }).first();
  t.is(await link.getAttribute('href'), '#read-datacard');
  await link.click();
  t.is(new URL(page.url()).hash, '#read-datacard');
});
