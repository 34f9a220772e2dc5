import type { Page } from 'playwright-core';
import { atEachLook, desktop, type Look, phone, violations } from './audit.js';
import { inBrowser, open, type Visit } from './browser.js';

/** Opens every part of the page: all cards and forms, an answer, and a mistake in the field for a time. */
async function openEverything(visit: Visit): Promise<void> {
  const { page, server } = visit;
  await open(visit);
  await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
  const form = page.getByRole('form', { name: 'Try it: POST /datacard/{uid}' });
  await form.getByLabel('Token', { exact: true }).fill(server.token);
  await form.getByLabel('uid path').fill('14:1');
  await form.getByLabel('production_entity_uid body').fill('4:1');
  await form.getByLabel('uses body').fill('1');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('group', { name: 'Answer' }).waitFor();
  await page.getByRole('textbox', { name: 'Convert a time' }).fill('Year 12 Day 400');
}

/** Returns each kind of element whose own text is smaller than 12 pixels. */
const TINY = `[...new Set([...document.querySelectorAll('body *')]
  .filter((element) => element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .filter((element) => parseFloat(getComputedStyle(element).fontSize) < 12)
  .map((element) => element.localName + '.' + element.className + ': ' + getComputedStyle(element).fontSize))]`;

/** Adds up the red, green and blue of the page’s ground. */
const GROUND =
  'getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number).slice(0, 3).reduce((a, b) => a + b)';

/** Removes the cards that are like others: an audit takes as long as the page is. */
const REMOVE_LIKE_OTHERS = `for (const card of document.querySelectorAll('article:not([data-id=read-event], [data-id=assign-datacard], [data-id=revoke-datacard])')) card.remove()`;

inBrowser('the audit finds nothing, no text is tiny, and nothing is wider than the page', async (t, visit) => {
  const { page } = visit;
  const fits = async (width: number) => {
    const actual = await page.evaluate('document.documentElement.scrollWidth');
    t.true(Number(actual) <= width, `${actual} of ${width} pixels`);
  };
  await openEverything(visit);
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(320);
  const whole = ['dark, 390 pixels wide', 'light, 1440 pixels wide'];
  await atEachLook(page, async ({ name, width, colorScheme }) => {
    await fits(width);
    const isDark = Number(await page.evaluate(GROUND)) < 150;
    t.is(isDark, colorScheme === 'dark', name);
    t.deepEqual(await page.evaluate(TINY), [], `every text is at least 12 pixels high: ${name}`);
    if (whole.includes(name)) t.deepEqual(await violations(page), [], name);
  });
  const findsNothing = (what: string) => {
    const look = async ({ name }: Look) => void t.deepEqual(await violations(page), [], `${what}: ${name}`);
    return atEachLook(page, look, [phone, desktop]);
  };
  await page.evaluate(REMOVE_LIKE_OTHERS);
  await findsNothing('a card of each method');
  await page.getByLabel('Filter this page').fill('datacard');
  await page.locator('#found').waitFor();
  await findsNothing('the filter');
});

/** Reads the id or the text of the focused element, and whether its focus is visible. */
const FOCUS = `(() => {
  const { activeElement: element } = document;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    name: element.id || element.textContent.trim(),
    visible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
  };
})()`;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, wanted: string): Promise<{ passed: string[]; hidden: string[] }> {
  const passed: string[] = [];
  const hidden: string[] = [];
  while (passed.at(-1) !== wanted && passed.length < 400) {
    await page.keyboard.press('Tab');
    const { name, visible } = (await page.evaluate(FOCUS)) as { name: string; visible: boolean };
    passed.push(name);
    if (!visible) hidden.push(name);
  }
  return { passed, hidden };
}

inBrowser('the keyboard is enough to skip, to call and to convert', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  const { passed: first } = await tabTo(page, 'Skip to the content');
  t.deepEqual(first, ['Skip to the content'], 'it comes first');
  const toField = await tabTo(page, 'converter-any');
  await page.keyboard.type('Y12D3');
  t.is(await page.locator('#clock-day').textContent(), 'Year 12 Day 3');
  const toNow = await tabTo(page, 'clock-now');

  await page.reload();
  await tabTo(page, 'Skip to the content');
  await page.keyboard.press('Enter');
  const toRoute = await tabTo(page, 'Try it');
  t.false(toRoute.passed.includes('Permissions'), 'the contents are skipped');
  await page.keyboard.press('Enter');
  const toToken = await tabTo(page, 'try-read-character-token');
  await page.keyboard.type(server.token);
  const toSend = await tabTo(page, 'Send');
  await page.keyboard.press('Enter');
  await page.getByText('200 OK').waitFor();
  t.is(((await page.evaluate(FOCUS)) as { name: string }).name, 'Send', 'the focus stays');
  t.deepEqual(
    [toField, toNow, toRoute, toToken, toSend].flatMap(({ hidden }) => hidden),
    [],
    'the focus is visible everywhere',
  );
});
