import type { Page } from 'playwright-core';
import { inBrowser, open } from './browser.js';

/** Returns the visible forms of the code of a route. */
async function shown(page: Page, id: string): Promise<(string | null)[]> {
  const blocks = await page.locator(`article[data-id=${id}] pre[data-form]`).all();
  const visible = await Promise.all(blocks.map(async (block) => ((await block.isVisible()) ? [block] : [])));
  return Promise.all(visible.flat().map((block) => block.getAttribute('data-form')));
}

const language = (page: Page, id: string, name: string) =>
  page.locator(`article[data-id=${id}]`).getByRole('radio', { name, exact: true });

inBrowser('the language of the examples is chosen once, and kept', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  t.deepEqual(await shown(page, 'read-character'), ['curl', 'json']);
  await language(page, 'read-character', 'curl').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  t.deepEqual(await shown(page, 'read-character'), ['python', 'json']);
  t.deepEqual(await shown(page, 'assign-datacard'), ['python', 'json'], 'for all routes');
  await page.locator('article[data-id=read-events] label', { hasText: 'XML' }).click();
  await page.reload();
  t.deepEqual(await shown(page, 'read-events'), ['python', 'xml']);
  const kept = await page.evaluate('JSON.stringify(localStorage)');
  t.deepEqual(JSON.parse(String(kept)), { 'svcapi-language': 'python', 'svcapi-format': 'xml' });
});

inBrowser(
  'without scripts, the language is chosen for each route',
  async (t, visit) => {
    const { page, server } = visit;
    await page.goto(`${server.url}/documentation`);
    await page.locator('article[data-id=read-character] label', { hasText: 'Python' }).click();
    t.deepEqual(await shown(page, 'read-character'), ['python', 'json']);
    t.deepEqual(await shown(page, 'read-datacard'), ['curl', 'json']);
    await page.locator('article[data-id=read-helloworld] summary').first().click();
    t.deepEqual(await shown(page, 'read-helloworld'), ['curl', 'json']);
  },
  { javaScriptEnabled: false },
);

inBrowser(
  'the code that is shown is copied',
  async (t, visit) => {
    const { page } = visit;
    await open(visit);
    const card = page.locator('article[data-id=read-character]');
    await card.locator('label', { hasText: 'C#' }).click();
    await card.getByRole('button', { name: 'Copy: Example request: GET /character' }).click();
    await card.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    t.is(copied, await card.locator('pre[data-form=csharp]').textContent());
  },
  { permissions: ['clipboard-read', 'clipboard-write'] },
);
