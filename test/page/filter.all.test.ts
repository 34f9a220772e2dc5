import type { Page } from 'playwright-core';
import { inBrowser, open } from './browser.js';

const found = (page: Page) => page.locator('#found li');

inBrowser('the filter lists the parts of the page with all words, and their first sentence', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  const field = page.getByRole('searchbox', { name: 'Filter this page' });
  await field.fill('uses ASSIGN  datacard');
  t.true((await page.locator('#found a').allTextContents()).includes('Assign a datacard'));
  t.false(await page.locator('#entries').isVisible());
  t.is(await page.locator('#filter-status').textContent(), `${await found(page).count()} found`);
  const item = found(page).filter({ has: page.getByRole('link', { name: 'Assign a datacard' }) });
  t.regex((await item.locator('p').textContent()) ?? '', /^[A-Z].*\.$/);
  await item.getByRole('link').click();
  t.is(new URL(page.url()).hash, '#assign-datacard');
});

inBrowser('the filter reads parameters, fields, permissions and errors', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  const field = page.getByRole('searchbox', { name: 'Filter this page' });
  for (const [words, title] of [
    ['biography', 'Get a character'],
    ['PKCE', 'Get a token'],
    ['faction_datacards_write', 'faction_datacards_write'],
    ['idempotency_key_reused', 'idempotency_key_reused'],
    ['openapi', 'Start'],
  ]) {
    await field.fill(words ?? '');
    t.true((await page.locator('#found a').allTextContents()).includes(title ?? ''), words);
  }
  await field.fill('nothing has these words');
  t.is(await found(page).count(), 0);
  t.is(await page.locator('#filter-status').textContent(), '0 found');
  await field.fill('');
  t.true(await page.locator('#entries').isVisible());
  t.false(await page.locator('#found').isVisible());
});
