import type { Page } from 'playwright-core';
import { until } from '../helpers/until.js';
import { phone } from './audit.js';
import { inBrowser, open, tryRoute } from './browser.js';

inBrowser(
  'after Send the answer is in view, and can be copied',
  async (t, visit) => {
    const { page, server } = visit;
    await open(visit);
    const card = await tryRoute(visit, 'GET /datacard/{uid}');
    await card.getByLabel('Token', { exact: true }).fill(server.token);
    await card.getByLabel('uid path').fill('14:1');
    await card.getByRole('button', { name: 'Send' }).focus();
    await page.evaluate('scrollBy(0, document.activeElement.getBoundingClientRect().bottom - innerHeight + 5)');
    await page.keyboard.press('Enter');
    const body = card.getByRole('group', { name: 'Answer of' });
    await body.waitFor();
    const isInView = "document.querySelector('.body:not(:empty)').getBoundingClientRect().top < innerHeight - 150";
    await until(() => page.evaluate<boolean>(isInView), { what: 'the answer is in view' });
    await card.getByRole('button', { name: 'Copy: the answer' }).click();
    await card.getByRole('button', { name: 'Copied' }).waitFor();
    t.is(await page.evaluate('navigator.clipboard.readText()'), await body.textContent());
  },
  { viewport: phone, permissions: ['clipboard-read', 'clipboard-write'] },
);

/** Finds what the ring around a focused element touches: text and controls outside it. */
const TOUCHED = `(() => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen, .skip');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // Punctuation belongs to the word before it.
    const words = /[^\\s,.:;|"'()[\\]{}#](?:.*[^\\s,.:;|"'()[\\]{}#])?/s.exec(node.data);
    if (words === null || !seen(node.parentElement)) continue;
    const range = document.createRange();
    range.setStart(node, words.index);
    range.setEnd(node, words.index + words[0].length);
    for (const rect of range.getClientRects()) texts.push({ node, rect, block: node.parentElement.closest('.long') });
  }
  const touched = [];
  for (const element of document.querySelectorAll('a, button, input:not([type=radio]), select, summary, [tabindex="0"]')) {
    if (!seen(element) || element.matches('.skip')) continue;
    element.focus({ preventScroll: true });
    const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(element);
    if (outlineStyle === 'none') { touched.push('no ring: ' + element.outerHTML.slice(0, 80)); continue; }
    const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
    for (const box of element.getClientRects()) {
      const found = texts.find(({ node, rect, block }) => !element.contains(node) && block === element.closest('.long')
        && rect.left < box.right + reach && rect.right > box.left - reach && rect.top + 3 < box.bottom + reach && rect.bottom - 3 > box.top - reach);
      if (found) touched.push((element.textContent.trim() || element.id).slice(0, 40) + ' touches ' + found.node.data.trim().slice(0, 40));
    }
  }
  return touched;
})()`;

for (const width of [390, 1440]) {
  inBrowser(
    `the ring around the focus touches nothing: ${width} pixels wide`,
    async (t, visit) => {
      await open(visit);
      // After a key, every element that gets the focus has its ring.
      await visit.page.keyboard.press('Tab');
      t.deepEqual(await visit.page.evaluate(TOUCHED), []);
    },
    { viewport: { width, height: 900 } },
  );
}

const STYLE = '(({ color, borderBottomColor, backgroundColor }) => [color, borderBottomColor, backgroundColor].join())';

const styleOf = (page: Page, selector: string) =>
  page.evaluate(`${STYLE}(getComputedStyle(document.querySelector(${JSON.stringify(selector)})))`);

inBrowser(
  'where colours are forced, what is chosen looks different',
  async (t, visit) => {
    const { page } = visit;
    await open(visit);
    const tabs = '#read-character [data-choice=language]';
    t.not(await styleOf(page, `${tabs} :checked + label`), await styleOf(page, `${tabs} :not(:checked) + label`));
  },
  { forcedColors: 'active' },
);
