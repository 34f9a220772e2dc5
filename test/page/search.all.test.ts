import type { Page } from 'playwright-core';
import { inBrowser, open, tryRoute } from './browser.js';
import { questions } from './questions.js';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search routes, fields, errors and permissions' });
const options = (page: Page) => page.getByRole('option');
const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');

/** Opens the search by its key, and types. */
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await field(page).fill(text);
}

inBrowser('a stranger finds how to assign a datacard from Python, and tries it', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  await search(page, 'how do I assign a datacard from Python');
  t.regex((await selected(page).textContent()) ?? '', /^Assign a datacard/);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.hash === '#assign-datacard');
  const card = page.locator('article[data-id=assign-datacard]');
  const sample = card.locator('pre[data-form=python]');
  t.true(await sample.isVisible(), 'the sample is in the language of the question');
  t.false(await card.locator('pre[data-form=curl]').isVisible());
  t.regex((await sample.textContent()) ?? '', /requests\.post\(\s+"http:.*\/datacard\/14:1",/);
  t.true(
    await card.evaluate(
      (element) =>
        (element as unknown as { getBoundingClientRect(): { top: number } }).getBoundingClientRect().top >= -1,
    ),
  );

  await tryRoute(visit, 'POST /datacard/{uid}');
  await page.getByLabel('Token', { exact: true }).fill(server.token);
  await page.getByLabel('uid path').fill('14:1');
  await page.getByLabel('production_entity_uid').fill('4:1');
  await page.getByLabel('uses body').fill('3');
  t.regex((await sample.textContent()) ?? '', /"uses": "3"/);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('form.trying .status').filter({ hasText: '200 OK' }).waitFor();
  t.is((await server.call('/datacard/14:1')).json.svcapi.datacard.uses, 97);
});

/** Keys that the task below may take beside what is typed, at one a second. */
const KEYS = 30;

inBrowser('the keyboard alone takes a stranger from the question to the answer, in few keys', async (t, visit) => {
  const { page, server, requests } = visit;
  await open(visit);
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  const focused = () =>
    page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.labels?.[0]?.textContent');
  /** Presses a key until an element with this name has the focus. */
  const go = async (key: string, name: RegExp) => {
    while (!name.test(String(await focused())) && keys < KEYS) await press(key);
    t.regex(String(await focused()), name);
  };
  await press('/');
  await field(page).waitFor();
  await page.keyboard.type('how do I assign a datacard from Python');
  await press('Enter');
  await page.waitForURL((url) => url.hash === '#assign-datacard');
  const sample = page.locator('article[data-id=assign-datacard] pre[data-form=python]');
  t.true(await sample.isVisible());

  await go('Tab', /^Try it: POST \/datacard/);
  await press('Enter');
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await go('Shift+Tab', /^Token$/);
  await page.keyboard.type(server.token);
  for (const [name, value] of [
    [/^uid /, '14:1'],
    [/^production_entity_uid /, '4:1'],
    [/^uses /, '3'],
  ] as const) {
    await go('Tab', name);
    await page.keyboard.type(value);
  }
  t.regex((await sample.textContent()) ?? '', /"production_entity_uid": "4:1",\s+"uses": "3",/);
  t.false(
    requests.some((url) => url.includes('/datacard/')),
    'nothing is sent before it is asked for',
  );
  await press('Enter');
  await page.locator('form.trying .status').filter({ hasText: '200 OK' }).waitFor();
  await go('Tab', /^Body of the answer$/);
  const { svcapi } = JSON.parse((await page.getByRole('region', { name: 'Body of the answer' }).textContent()) ?? '');
  t.is(svcapi.assignments.assignment[0].newquantity, 3);
  t.is((await server.call('/datacard/14:1')).json.svcapi.datacard.uses, 97);
  t.log(`${keys} keys`);
});

const names: [text: string, first: RegExp, hash: string][] = [
  ['creditlog', /^List transactions/, '#read-character-creditlog'],
  ['not_enough_uses', /^not_enough_usesError/, '#error-not_enough_uses'],
  ['faction_datacards_write', /^faction_datacards_writePermission/, '#permission-faction_datacards_write'],
  ['item_count', /^item_countParameter/, '#read-character-creditlog.item_count'],
  ['lastlogin', /^lastloginField/, '#read-character.answer'],
  ['datcard asign', /^Assign a datacard/, '#assign-datacard'],
  ['helloworld', /^Say hello/, '#read-helloworld'],
  ['converter', /^Time converterPart/, '#converter'],
];

inBrowser('routes, fields, errors and permissions are found, and shown', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  for (const [text, first, hash] of names) {
    await search(page, text);
    t.regex((await selected(page).textContent()) ?? '', first, text);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.hash === hash);
    t.true(await page.locator(`[id="${hash.slice(1)}"]`).isVisible(), text);
  }
});

/** The fewest of the 120 questions whose first result answers. */
const ANSWERED = 110;

/** Types a question, and returns the place of the first result, and those that it is in. */
const ask = (page: Page, text: string) =>
  page.evaluate<string[]>(`(() => {
    const field = document.querySelector('.search input');
    field.value = ${JSON.stringify(text)};
    field.dispatchEvent(new Event('input'));
    const places = [];
    for (let part = document.getElementById(document.querySelector('.search [role=option]')?.dataset.target); part; part = part.parentElement) {
      if (part.id) places.push(part.id);
    }
    return places;
  })()`);

inBrowser('the first result answers what developers, players and hosts ask', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  await page.keyboard.press('/');
  await field(page).waitFor();
  const asked = Object.values(questions).flat();
  t.is(asked.length, 120);
  const wrong: string[] = [];
  for (const [text, ...right] of asked) {
    const places = await ask(page, text);
    if (!right.some((place) => places.includes(place))) wrong.push(`${text}: ${places[0]}`);
  }
  t.true(asked.length - wrong.length >= ANSWERED, wrong.join('\n'));
  t.log(`${asked.length - wrong.length} of ${asked.length}; not: ${wrong.join('; ')}`);
});

inBrowser('a result shows the sentence that answers, with its words marked; numbers are exact', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  await search(page, 'who paid me');
  t.is(await selected(page).locator('b').textContent(), 'List transactions');
  await field(page).fill('600');
  t.regex((await selected(page).locator('span.about').textContent()) ?? '', /600 calls an hour/);
  t.deepEqual(await selected(page).locator('mark').allTextContents(), ['600']);
  await field(page).fill('401');
  for (const result of await options(page).allTextContents()) t.regex(result, /(?<!\d)401(?!\d)/);
  await field(page).fill('-1');
  for (const result of await options(page).allTextContents()) t.regex(result, /-1(?!\d)/);
  for (const [question, answer] of [
    ['how many calls do I have per hour', /^You can make 600 calls an hour/],
    ['can I retry a POST safely', /safe to retry if it has an Idempotency-Key: with the same key it is made once/],
    ['next page', /^For the next page of the list, add the count of this page to start_index/],
    ['idempotency', /Idempotency-Key/],
  ] as const) {
    await field(page).fill(question);
    t.regex((await selected(page).locator('span.about').textContent()) ?? '', answer);
  }
});

inBrowser('the search is used by keys alone', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  await page.keyboard.press('/');
  await field(page).waitFor();
  t.true((await options(page).count()) > 12, 'without a word, it lists every route');
  await field(page).fill('character');
  const active = async () => page.locator(`[id="${await field(page).getAttribute('aria-activedescendant')}"]`);
  const second = await options(page).nth(1).textContent();
  await page.keyboard.press('ArrowDown');
  t.is(await selected(page).textContent(), second);
  t.is(await (await active()).textContent(), second, 'the field names the marked entry');
  await page.keyboard.press('ArrowUp');
  t.is(await selected(page).textContent(), await options(page).first().textContent());
  await page.keyboard.press('Escape');
  t.false(await field(page).isVisible());
  await page.keyboard.press('Control+k');
  t.is(await field(page).inputValue(), '');
  await field(page).fill('zzzzzz');
  await page.getByRole('status').filter({ hasText: 'Nothing found.' }).waitFor();
  const contents = await page.locator('.guide h3, #routes h3, main > section > h2').allTextContents();
  t.deepEqual((await options(page).locator('b').allTextContents()).sort(), contents.sort());
  await page.getByRole('button', { name: 'Close' }).click();
  t.false(await field(page).isVisible());
});

inBrowser('a slash that is typed into a field is a slash', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  await page.getByLabel('Galactic time', { exact: true }).focus();
  await page.keyboard.type('a/b');
  t.is(await page.getByLabel('Galactic time', { exact: true }).inputValue(), 'a/b');
  t.is(await field(page).count(), 0);
});

inBrowser(
  'a button opens the search where there is no keyboard',
  async (t, visit) => {
    const { page } = visit;
    await open(visit);
    await page.locator('.hero').getByRole('button', { name: 'Search' }).tap();
    await field(page).fill('credits');
    await options(page).first().tap();
    await page.waitForURL((url) => url.hash === '#read-character-credits');
    t.pass();
  },
  { viewport: { width: 390, height: 844 }, hasTouch: true },
);
