import type { Page } from 'playwright-core';
import { inBrowser, open, tryRoute } from './browser.js';

const uid = (page: Page) => page.getByLabel('uid path');
const form = (page: Page, name: string) => page.getByRole('form', { name: `Try it: ${name}` });
const hash = (page: Page) => new URL(page.url()).hash;

inBrowser('what was typed survives a look at another route, Back and reload', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  await tryRoute(visit, 'GET /character/{uid}');
  t.is(hash(page), '#read-character');
  await page.getByLabel('Token', { exact: true }).fill(server.token);
  await uid(page).fill('Hana Veil');
  await tryRoute(visit, 'GET /datacard/{uid}');
  t.is(hash(page), '#read-datacard');
  t.is(await page.getByLabel('Token', { exact: true }).inputValue(), server.token, 'the token goes along');
  await uid(page).fill('14:2');

  await page.goBack();
  await form(page, 'GET /character/{uid}').waitFor();
  t.is(hash(page), '#read-character');
  t.is(await uid(page).inputValue(), 'Hana Veil');
  await page.goForward();
  await form(page, 'GET /datacard/{uid}').waitFor();
  t.is(await uid(page).inputValue(), '14:2');
  await uid(page).press('Tab');

  await page.reload();
  await form(page, 'GET /datacard/{uid}').waitFor();
  t.is(await uid(page).inputValue(), '14:2');
  t.is(await page.getByLabel('Token', { exact: true }).inputValue(), '', 'the token was in memory alone');
});

inBrowser('a form that was closed stays closed, and keeps what was typed', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  await tryRoute(visit, 'GET /character/{uid}');
  await uid(page).fill('1:2');
  await page.getByRole('button', { name: 'Try it: GET /character/{uid}', exact: true }).click();
  t.is(await page.locator('form.trying').count(), 0);
  await tryRoute(visit, 'GET /character/{uid}');
  t.is(await uid(page).inputValue(), '1:2');
});

inBrowser('the address of a route opens its card', async (t, visit) => {
  const { page, server } = visit;
  await page.goto(`${server.url}/documentation#read-helloworld`);
  const card = page.locator('article[data-id=read-helloworld]');
  await card.locator('.sides').waitFor();
  await page.locator('.contents a[aria-current]', { hasText: 'Say hello' }).waitFor();
  t.true(await card.getByRole('heading').first().isVisible());
});

inBrowser('the contents mark what is being read', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  const current = page.locator('.contents [aria-current]');
  for (const name of ['Assign a datacard', 'List events', 'Errors', 'Start']) {
    await page.locator('.contents a', { hasText: RegExp(`^${name}`) }).click();
    await current.filter({ hasText: name }).waitFor();
    t.is(await current.count(), 1);
  }
});

inBrowser('an address in an answer leads to its route, filled in', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  await tryRoute(visit, 'GET /character/{uid}');
  await page.getByLabel('Token', { exact: true }).fill(server.token);
  await page.getByRole('button', { name: 'Send' }).click();
  const answer = page.getByRole('region', { name: 'Body of the answer' });
  await answer.getByRole('link', { name: `${server.url}/character/1:1/creditlog` }).click();
  await form(page, 'GET /character/{uid}/creditlog').waitFor();
  t.is(hash(page), '#read-character-creditlog');
  t.is(await uid(page).inputValue(), '1:1');
  t.is(await page.evaluate('document.activeElement.textContent'), 'Send');
  await page.keyboard.press('Enter');
  await page.locator('form.trying .status').filter({ hasText: '200 OK' }).waitFor();
});

inBrowser('an address in an example leads to its route', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  const example = page.locator('article[data-id=read-datacards] pre[data-form=json]');
  const address = `${server.url}/datacard/14:1`;
  const link = example.getByRole('link', { name: address, exact: true }).first();
  t.is(await link.getAttribute('href'), '#read-datacard');
  await link.click();
  await form(page, 'GET /datacard/{uid}').waitFor();
  t.is(await uid(page).inputValue(), '14:1');
});
