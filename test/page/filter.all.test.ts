import { inBrowser, open } from './browser.js';

inBrowser('the filter lists the parts of the page with all words, and their first sentence', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  const found = page.locator('#found li');
  const filter = async (words: string) => {
    await page.getByRole('searchbox', { name: 'Filter this page' }).fill(words);
    t.is(await page.locator('#filter-status').textContent(), words && `${await found.count()} found`);
    return page.locator('#found a').allTextContents();
  };
  for (const [words, title] of [
    ['biography', 'Get a character'],
    ['PKCE', 'Get a token'],
    ['faction_datacards_write', 'faction_datacards_write'],
    ['idempotency_key_reused', 'idempotency_key_reused'],
    ['openapi', 'Start'],
  ] as const)
    t.true((await filter(words)).includes(title), words);
  t.deepEqual(await filter('biography nowhere'), []);
  await filter('');
  t.true(await page.locator('#entries').isVisible());
  t.false(await page.locator('#found').isVisible());
  t.true((await filter('uses ASSIGN  datacard')).includes('Assign a datacard'));
  t.false(await page.locator('#entries').isVisible());
  const item = found.filter({ has: page.getByRole('link', { name: 'Assign a datacard' }) });
  t.regex((await item.locator('p').textContent()) ?? '', /^[A-Z].*\.$/);
  await item.getByRole('link').click();
  t.is(new URL(page.url()).hash, '#assign-datacard');
});

inBrowser(
  'an address in an example leads to its route, and the address of a route opens its card',
  async (t, visit) => {
    const { page, server } = visit;
    await page.goto(`${server.url}/documentation#read-helloworld`);
    const card = page.locator('article[data-id=read-helloworld]');
    await card.locator('.sides').waitFor();
    t.true(await card.getByRole('heading').first().isVisible());
    const example = page.locator('article[data-id=read-datacards] pre[data-form=json]');
    const link = example.getByRole('link', { name: `${server.url}/datacard/14:1`, exact: true }).first();
    t.is(await link.getAttribute('href'), '#read-datacard');
    await link.click();
    t.is(new URL(page.url()).hash, '#read-datacard');
  },
);
