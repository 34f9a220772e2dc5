import type { Locator, Page } from 'playwright-core';
import { NOW } from '../helpers/galaxy.js';
import { rows } from '../helpers/reference.js';
import { addEvents } from '../helpers/stream.js';
import { until } from '../helpers/until.js';
import { audit, fits, inBrowser, inBrowserWith, open, phone, tryRoute } from './browser.js';

/** The page that explains the service, in a browser. */

/** Returns each kind of element whose own text is smaller than 12 pixels. */
const TINY = `[...new Set([...document.querySelectorAll('body *')]
  .filter((element) => element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .filter((element) => parseFloat(getComputedStyle(element).fontSize) < 12)
  .map((element) => element.localName + '.' + element.className))]`;

/** Adds up the red, green and blue of the page’s ground. */
const GROUND =
  'getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number).slice(0, 3).reduce((a, b) => a + b)';

/** Removes the cards that are like others: an audit takes as long as the page is. */
const REMOVE_LIKE_OTHERS = `for (const card of document.querySelectorAll('article:not([data-id=read-events], [data-id=assign-datacard], [data-id=revoke-datacard])')) card.remove()`;

/** A phone, a tablet, a small window, a desktop and a wide screen, with the greatest height of the page. */
const screens = [
  [phone.width, 30_000],
  [768, 25_000],
  [1100, 18_500],
  [1440, 16_000],
  [1920, 16_000],
] as const;

inBrowser('the page is short and fits each screen in both themes, and the audit finds nothing', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  for (const [width, maxHeight] of screens) {
    await fits(t, page, { width, height: 900 });
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    t.true(height <= maxHeight, `${height} pixels: ${width} pixels wide`);
  }
  // All cards and forms, an answer, and a mistake in the field for a time.
  await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
  const form = page.getByRole('form', { name: 'Try it: POST /datacard/{uid}' });
  await send(form, { Token: server.token, ...ASSIGN });
  await page.getByRole('textbox', { name: 'Convert a time' }).fill('Year 12 Day 400');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    t.is(Number(await page.evaluate(GROUND)) < 150, colorScheme === 'dark');
    for (const [width] of screens) {
      await fits(t, page, { width, height: 900 }, colorScheme);
      t.deepEqual(await page.evaluate(TINY), [], `every text is at least 12 pixels high: ${width} pixels wide`);
    }
  }
  await page.evaluate(REMOVE_LIKE_OTHERS);
  await audit(t, page, 'a card of each method');
  await page.getByLabel('Filter this page').fill('datacard');
  await page.locator('#found').waitFor();
  await audit(t, page, 'the filter');
});

/** Reads the id or the text of the focused element, and whether its focus is visible. */
const FOCUS = `(() => {
  const { activeElement: element } = document;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return [element.id || element.textContent.trim(), outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2];
})()`;

const focused = (page: Page) => page.evaluate<[name: string, isVisible: boolean]>(FOCUS);

inBrowser('the keyboard is enough to skip, to call and to convert, and its focus is visible', async (t, visit) => {
  const { page, server } = visit;
  /** Presses Tab until an element has the focus. */
  const tabTo = async (wanted: string) => {
    const passed: string[] = [];
    while (passed.at(-1) !== wanted && passed.length < 400) {
      await page.keyboard.press('Tab');
      const [name, isVisible] = await focused(page);
      passed.push(name);
      t.true(isVisible, name);
    }
    return passed;
  };
  await open(visit);
  t.deepEqual(await tabTo('Skip to the content'), ['Skip to the content'], 'it comes first');
  await tabTo('converter-any');
  await page.keyboard.type('Y12D3');
  t.is(await page.locator('#clock-day').textContent(), 'Year 12 Day 3');
  await tabTo('clock-now');
  await page.reload();
  await tabTo('Skip to the content');
  await page.keyboard.press('Enter');
  t.false((await tabTo('Try it')).includes('Permissions'), 'the contents are skipped');
  await page.keyboard.press('Enter');
  await tabTo('try-read-character-token');
  await page.keyboard.type(server.token);
  await tabTo('Send');
  await page.keyboard.press('Enter');
  await page.getByText('200 OK').waitFor();
  t.is((await focused(page))[0], 'Send', 'the focus stays');
});

const card = (page: Page, id: string) => page.locator(`article[data-id=${id}]`);

/** Returns the visible forms of the code of a route. */
const shown = async (page: Page, id: string) =>
  card(page, id)
    .locator('pre[data-form]:visible')
    .evaluateAll((blocks) => blocks.map((block) => (block as unknown as { dataset: { form: string } }).dataset.form));

inBrowser('the language of the examples is chosen once, kept, and copied', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  const character = card(page, 'read-character');
  t.deepEqual(await shown(page, 'read-character'), ['curl', 'json']);
  await character.getByRole('radio', { name: 'curl', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  t.deepEqual(await shown(page, 'read-character'), ['python', 'json']);
  t.deepEqual(await shown(page, 'assign-datacard'), ['python', 'json'], 'for all routes');
  await card(page, 'read-events').locator('label', { hasText: 'XML' }).click();
  await page.reload();
  t.deepEqual(await shown(page, 'read-events'), ['python', 'xml']);
  const kept = await page.evaluate<object>('({ ...localStorage })');
  t.deepEqual(kept, { 'svcapi-language': 'python', 'svcapi-format': 'xml' });
  await character.locator('label', { hasText: 'C#' }).click();
  await character.getByRole('button', { name: 'Copy: Example request: GET /character' }).click();
  await character.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  t.is(copied, await character.locator('pre[data-form=csharp]').textContent());
  await page.emulateMedia({ forcedColors: 'active' });
  const styleOf = (which: string) =>
    page.evaluate(`(({ color, borderBottomColor, backgroundColor }) => [color, borderBottomColor, backgroundColor].join())
      (getComputedStyle(document.querySelector('#read-character [data-choice=language] ${which} + label')))`);
  t.not(await styleOf(':checked'), await styleOf(':not(:checked)'), 'where colours are forced, the choice is visible');
});

inBrowserWith({ javaScriptEnabled: false }, 'without scripts the page can be read', async (t, { page, server }) => {
  await page.goto(`${server.url}/documentation`);
  t.is(await page.getByRole('article').count(), rows.length);
  t.true(await page.locator('#clock-earth noscript').isVisible());
  t.true((await page.locator('button, form, #filter, svg').count()) > rows.length);
  t.is(await page.locator(':is(button, form, #filter, svg):visible').count(), 0);
  await card(page, 'read-character').locator('label', { hasText: 'Python' }).click();
  t.deepEqual(await shown(page, 'read-character'), ['python', 'json']);
  t.deepEqual(await shown(page, 'read-datacard'), ['curl', 'json']);
  await card(page, 'read-helloworld').locator('summary').first().click();
  t.deepEqual(await shown(page, 'read-helloworld'), ['curl', 'json']);
});

/** A device whose clock is a year behind. */
const SLOW_DEVICE = { server: {}, deviceTime: (NOW - 34_567_890) * 1000 };

const mistakes: [input: string, message: RegExp][] = [
  ['Year 12 Day 400', /There is no day 400: days run from 1 to 365/],
  ['tomorrow', /This is not a galactic time.*Y12D3/],
  ['Y999999999999D1', /too large to be converted/],
  ['12', /12 is before Year 0 Day 1/],
  ['1998-12-03T01:00:00', /is before Year 0 Day 1/],
];

inBrowserWith(SLOW_DEVICE, 'the clock shows the time of the service, or one that is typed', async (t, visit) => {
  const { page, requests, server } = visit;
  const text = (id: string) => page.locator(`#clock-${id}`).textContent();
  const readings = () => requests.filter((url) => url.endsWith('/api/time')).length;
  await open(visit);
  t.is(await text('day'), 'Year 25 Day 204');
  t.is(await text('time'), '05:00:00');
  await page.clock.runFor(1000);
  t.is(await text('time'), '05:00:01');
  await page.clock.runFor(59_000);
  t.is(await text('time'), '05:01:00', 'it ticks');
  t.regex((await text('earth')) ?? '', /^Monday,? 17 June 2024 at 12:01:00 UTC$/);
  const field = page.getByRole('textbox', { name: 'Convert a time' });
  const all = async () => [await text('day'), await text('time'), (await text('earth'))?.replace(',', '')];
  const expected = [
    'Year 27 Day 88',
    '05:12:14',
    'Saturday 21 February 2026 at 12:12:14 UTC\nSaturday 13:12:14 where you are, Unix 1771675934',
  ];
  for (const spelling of ['y27d88, 5:12:14', '1771675934', '2026-02-21 13:12:14', '2026-02-21T12:12:14Z']) {
    await field.fill(spelling);
    t.deepEqual(await all(), expected, spelling);
  }
  await page.clock.runFor(3000);
  t.deepEqual(await all(), expected, 'it stands still');
  for (const [input, message] of mistakes) {
    await field.fill(input);
    t.regex((await page.locator('#converter-any-error').textContent()) ?? '', message, input);
    t.is(await text('day'), 'Year 25 Day 204', 'after a mistake the clock shows the current time');
  }
  await field.fill('Year 200000000 Day 1');
  t.regex((await text('earth')) ?? '', /too far away for a date/);
  await field.fill('Y12D3');
  await page.locator('#clock-now').click();
  t.is(await text('time'), '05:01:03', 'it continues');
  t.is(await field.inputValue(), '');
  await page.clock.fastForward(19 * 3_600_000);
  t.is(await text('day'), 'Year 25 Day 205');
  t.is(readings(), 1, 'the time is read once');
  server.time.now += 7_200_000;
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  // The page shows the answer at the first tick after it has read it.
  const isNew = async () => {
    await page.clock.runFor(1000);
    return (await text('time'))?.startsWith('07:') === true;
  };
  await until(isNew, { what: 'the clock shows the time of the service when the reader comes back' });
  t.is(readings(), 2);
});

inBrowser('the filter lists the parts with all words, and links open the card of a route', async (t, visit) => {
  const { page, server } = visit;
  await page.goto(`${server.url}/documentation#read-helloworld`);
  const hello = card(page, 'read-helloworld');
  await hello.locator('.sides').waitFor();
  t.true(await hello.getByRole('heading').first().isVisible());
  const example = card(page, 'read-datacards').locator('pre[data-form=json]');
  const link = example.getByRole('link', { name: `${server.url}/datacard/14:1`, exact: true }).first();
  await link.click();
  t.is(new URL(page.url()).hash, '#read-datacard', 'a URL in an example leads to its route');
  const found = page.locator('#found li');
  const filter = async (words: string) => {
    await page.getByRole('searchbox', { name: 'Filter this page' }).fill(words);
    t.is(await page.locator('#filter-status').textContent(), words && `${await found.count()} found`);
    return page.locator('#found a').allTextContents();
  };
  const titles = { biography: 'Get a character', PKCE: 'Get a token', openapi: 'Start' };
  for (const [words, title] of Object.entries(titles)) t.true((await filter(words)).includes(title), words);
  for (const name of ['faction_datacards_write', 'idempotency_key_reused']) t.true((await filter(name)).includes(name));
  t.deepEqual(await filter('biography nowhere'), []);
  await filter('');
  t.true(await page.locator('#entries').isVisible());
  t.false(await page.locator('#found').isVisible());
  t.true((await filter('uses ASSIGN  datacard')).includes('Assign a datacard'));
  t.false(await page.locator('#entries').isVisible());
  const item = found.filter({ has: page.getByRole('link', { name: 'Assign a datacard' }) });
  t.regex((await item.locator('p').textContent()) ?? '', /^[A-Z].*\.$/, 'with the first sentence');
  await item.getByRole('link').click();
  t.is(new URL(page.url()).hash, '#assign-datacard');
});

const nameOf = (url: string) => new URL(url).pathname.replace(/-[A-Z0-9]{8}\./, '.').replace(/^\/ws\/v2\.0\//, '');

inBrowser('the page has at most 60 kB, loads all of its files at once, and works behind a prefix', async (t, visit) => {
  const { page, server, requests } = visit;
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize));
  });
  await open(visit);
  t.deepEqual([...new Set(requests.splice(0).map(nameOf))].sort(), [
    ...['api/time', 'documentation', 'documentation/icon.svg', 'documentation/main.js', 'documentation/style.css'],
  ]);
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size);
  t.true(total < 60_000, `${total} bytes`);
  await tryRoute(visit, 'GET /character/{uid}');
  t.deepEqual(requests, []);
  const prefix = `${new URL(server.url).origin}/space`;
  await page.route(`${prefix}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('/space', '') });
    await route.fulfill({ response });
  });
  await open(visit, `${prefix}/ws/v2.0`);
  await tryRoute(visit, 'GET /character/{uid}');
  t.true(requests.length > 1 && requests.every((url) => url.startsWith(prefix)));
});

const ASSIGN = { 'uid path': '14:1', 'production_entity_uid body': '4:1', 'uses body': '3' };

/** Fills fields of a card by their labels, sends its form, and returns the outcome. */
async function send(within: Locator, fields: Record<string, string> = {}): Promise<string> {
  for (const [label, value] of Object.entries(fields)) await within.getByLabel(label, { exact: true }).fill(value);
  await within.getByRole('button', { name: 'Send' }).click();
  const status = within.getByRole('status');
  await status.filter({ hasText: /^\d|No answer/ }).waitFor();
  return (await status.textContent()) ?? '';
}

const bodyOf = async (card: Locator) => (await card.getByRole('group', { name: 'Answer of' }).textContent()) ?? '';

inBrowser('a call shows its answer in the chosen format, how many calls are left, or its error', async (t, visit) => {
  const { page, server, requests, problems } = visit;
  await open(visit);
  const character = await tryRoute(visit, 'GET /character/{uid}');
  t.regex(await send(character), /^401 /, 'a parameter that the route can do without is left out');
  t.regex(await bodyOf(character), /"request": "\/ws\/v2.0\/character",.*token_missing/s);
  // Browsers log every error answer to the console.
  t.regex(problems.splice(0).join('\n'), /^error: Failed to load resource.* 401 .*$/);
  await character.getByLabel('Answer as').selectOption('XML');
  t.regex(await send(character, { Token: server.token, 'uid path': 'Hana Veil' }), /^200 OK/);
  t.regex(
    await bodyOf(character),
    /^<svcapi version="2.0" .*>\n {2}<character isprivate="false" isbasic="false">\n {4}<uid>1:1<\/uid>\n/,
  );
  const auth = await tryRoute(visit, 'GET /api/helloauth');
  for (const start of ['Bearer ', 'Authorization: Bearer ', 'OAuth '])
    t.regex(await send(auth, { Token: start + server.token }), /^200 OK/, `it is pasted with ${start}in front`);
  const time = await tryRoute(visit, 'POST /api/time');
  t.regex(await send(time, { 'cgt body': 'Year 12 Day 3' }), /^200 OK/);
  t.regex(await bodyOf(time), /1291273200/);
  await page.setViewportSize(phone);
  const datacard = await tryRoute(visit, 'GET /datacard/{uid}');
  await datacard.getByLabel('uid path').fill('14:1');
  await datacard.getByRole('button', { name: 'Send' }).focus();
  await page.evaluate('scrollBy(0, document.activeElement.getBoundingClientRect().bottom - innerHeight + 5)');
  await page.keyboard.press('Enter');
  await datacard
    .getByRole('status')
    .filter({ hasText: /^200 OK, 59\d calls left$/ })
    .waitFor();
  t.is(JSON.parse(await bodyOf(datacard)).svcapi.datacard.uid, '14:1', 'all forms have the token');
  const isInView = `document.querySelector('[data-id=read-datacard] .body').getBoundingClientRect().top < innerHeight - 150`;
  await until(() => page.evaluate<boolean>(isInView), { what: 'the answer is in view' });
  await datacard.getByRole('button', { name: 'Copy: the answer' }).click();
  await datacard.getByRole('button', { name: 'Copied' }).waitFor();
  t.is(await page.evaluate('navigator.clipboard.readText()'), await bodyOf(datacard));
  await page.route('**/api/helloworld', (route) => route.abort());
  t.regex(await send(await tryRoute(visit, 'GET /api/helloworld')), /^No answer/);
  t.regex(problems.splice(0).join('\n'), /^error: Failed to load resource/);
  const before = requests.length;
  for (const uid of ['//example.org/', '../../../..', 'https://example.org', '?access_token=x#', '\\\\example.org'])
    await send(character, { 'uid path': uid });
  t.true(requests.length >= before + 5, 'all of them to this host, which every test checks');
  problems.splice(0);
  t.false([...requests, page.url()].some((url) => url.includes(server.token)));
  const stored = '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join()';
  t.is(await page.evaluate(stored), ',{},{}', 'the token is not stored');
});

inBrowser('a change needs its fields, is made once with its key, and taken back', async (t, visit) => {
  const { page, server, requests } = visit;
  await open(visit);
  const uses = async () => (await server.call('/datacard/14:1')).json.svcapi.datacard.uses;
  const before = await uses();
  const card = await tryRoute(visit, 'POST /datacard/{uid}');
  t.true(await card.getByText('This call changes data').isVisible());
  // A token that no header can hold, and a field that is missing.
  for (const [token, name] of Object.entries({ svcapi_é: 'token', [server.token]: 'path.uid' })) {
    await card.getByLabel('Token', { exact: true }).fill(token);
    await card.getByRole('button', { name: 'Send' }).click();
    t.is(await page.evaluate('document.activeElement.name'), name, 'nothing is sent');
  }
  t.false(requests.some((url) => url.includes('/datacard/')));
  t.regex(await send(card, { ...ASSIGN, 'Idempotency-Key header': 'once' }), /^200 OK/);
  t.regex(await send(card), /^200 OK/);
  t.is(await uses(), before - 3);
  const removal = await tryRoute(visit, 'DELETE /datacard/{uid}');
  t.regex(await send(removal, { 'uid path': '14:1', 'production_entity_uid query': '4:1' }), /^200 OK/);
  t.true((await uses()) >= before);
});

inBrowser('every route can be tried, and live events are shown until they are stopped', async (t, visit) => {
  const { page, server, problems } = visit;
  await page.route('**/api/time', (route) => route.abort());
  await open(visit);
  await page.getByText('by the clock of this device').waitFor();
  t.regex((await page.locator('#clock-time').textContent()) ?? '', /^05:00:0\d$/);
  t.regex(problems.splice(0).join(), /Failed to load resource/);
  const names = await page.locator('form.trying').evaluateAll((forms) => forms.map((form) => form.ariaLabel));
  t.is(names.length, rows.length);
  for (const name of names) await tryRoute(visit, name?.replace('Try it: ', '') ?? '');
  t.is(await page.locator('form.trying:visible').count(), rows.length);
  t.is(await page.getByRole('button', { name: 'Use the demo character' }).count(), 0, 'only on a demo');
  const formats = card(page, 'read-character').getByLabel('Answer as').locator('option');
  t.deepEqual(await formats.allTextContents(), ['JSON', 'XML']);
  const events = card(page, 'read-events');
  const status = (hasText: string) => events.getByRole('status').filter({ hasText }).waitFor();
  await events.getByLabel('Token', { exact: true }).fill(server.token);
  await events.getByLabel('mode path').fill('personal');
  await events.getByLabel('Answer as').selectOption('Live events');
  await events.getByRole('button', { name: 'Send' }).click();
  await status('Connected, 0 received.');
  await addEvents(server.store, [10, 11]);
  await status('Connected, 2 received.');
  t.regex(await bodyOf(events), /^id 39:11\n.*"text": "Event 11".*id 39:10\n/s, 'the newest comes first');
  await events.getByRole('button', { name: 'Stop' }).click();
  await status('Stopped.');
  t.false(await events.getByRole('button', { name: 'Stop' }).isVisible());
  await events.getByLabel('Answer as').selectOption('JSON');
  t.regex(await send(events), /^200 OK/);
});
