import type { Page } from 'playwright-core';
import { inBrowser, open } from './browser.js';

const fields = (page: Page) => ({
  cgt: page.getByLabel('Galactic time', { exact: true }),
  time: page.getByLabel('Unix seconds'),
  date: page.getByLabel('Date and time'),
  result: page.locator('#converter-result'),
});

inBrowser('galactic time is converted to real time', async (t, visit) => {
  await open(visit);
  const { cgt, time, date, result } = fields(visit.page);
  await cgt.fill('y27d88, 5:12:14');
  t.is(await time.inputValue(), '1771675934');
  t.is(await date.inputValue(), '2026-02-21T13:12:14', 'where the reader is');
  t.regex(
    (await result.textContent()) ?? '',
    /^Year 27 Day 88, 05:12:14 is Saturday,? 21 February 2026 at 12:12:14 UTC\.$/,
  );
  t.is(await cgt.inputValue(), 'y27d88, 5:12:14', 'the typed text stays');
});

inBrowser('real time is converted to galactic time, from seconds and from a date', async (t, visit) => {
  await open(visit);
  const { cgt, time, date } = fields(visit.page);
  await time.fill('1291273200');
  t.is(await cgt.inputValue(), 'Year 12 Day 3, 00:00:00');
  await date.fill('2026-02-21T13:12:14');
  t.is(await cgt.inputValue(), 'Year 27 Day 88, 05:12:14');
  t.is(await time.inputValue(), '1771675934');
});

const mistakes: [field: 'cgt' | 'time' | 'date', input: string, message: RegExp][] = [
  ['cgt', 'Year 12 Day 400', /There is no day 400: days run from 1 to 365/],
  ['cgt', 'tomorrow', /This is not a galactic time.*Y12D3/],
  ['cgt', 'Y999999999999D1', /too large to be converted/],
  ['time', 'noon', /This time is not a number/],
  ['time', '12', /12 is before Year 0 Day 1/],
  ['date', '1998-12-03T01:00:00', /is before Year 0 Day 1/],
];

inBrowser('bad input shows the message of the service at its field, until it is corrected', async (t, visit) => {
  await open(visit);
  const { page } = visit;
  for (const [name, input, message] of mistakes) {
    const field = fields(page)[name];
    await field.fill(input);
    t.is(await field.getAttribute('aria-invalid'), 'true', input);
    t.regex((await page.locator(`#converter-${name}-error`).textContent()) ?? '', message, input);
    await page.clock.runFor(1000);
    t.regex((await page.getByRole('status').first().textContent()) ?? '', message, 'it is announced');
    await field.fill(name === 'cgt' ? 'Y12D3' : name === 'time' ? '1291273200' : '2010-12-02T08:00:00');
    t.is(await field.getAttribute('aria-invalid'), null);
    t.is(await page.locator(`#converter-${name}-error`).textContent(), '');
    t.regex((await fields(page).result.textContent()) ?? '', /^Year 12 Day 3, 00:00:00 is Thursday,? 2 December 2010/);
  }
});

inBrowser('a mistake clears the other fields', async (t, visit) => {
  await open(visit);
  const { cgt, time, date, result } = fields(visit.page);
  await cgt.fill('Y12D3');
  await cgt.fill('Y12D0');
  t.deepEqual([await time.inputValue(), await date.inputValue(), await result.textContent()], ['', '', '']);
  await cgt.fill('');
  t.is(await visit.page.locator('#converter-cgt-error').textContent(), '');
});

inBrowser('a button fills in the current time', async (t, visit) => {
  await open(visit);
  await visit.page.getByRole('button', { name: 'Now' }).click();
  t.is(await fields(visit.page).cgt.inputValue(), 'Year 25 Day 204, 05:00:00');
});

inBrowser('a time beyond all dates is converted', async (t, visit) => {
  await open(visit);
  const { cgt, time, date, result } = fields(visit.page);
  await cgt.fill('Year 200000000 Day 1');
  t.is(await time.inputValue(), String(912_668_400 + 200_000_000 * 365 * 86_400));
  t.is(await date.inputValue(), '');
  t.regex((await result.textContent()) ?? '', /too far away for a date/);
});
