import { NOW } from '../helpers/galaxy.js';
import { until } from '../helpers/until.js';
import { inBrowser, open } from './browser.js';

inBrowser(
  'the clock shows the time of the service, whatever the device says, and ticks',
  async (t, visit) => {
    const { page } = visit;
    const shows = async (time: string) => t.is(await page.locator('#clock-time').textContent(), time);
    await open(visit);
    t.is(await page.locator('#clock-day').textContent(), 'Year 25 Day 204');
    await shows('05:00:00');
    await page.clock.runFor(1000);
    await shows('05:00:01');
    await page.clock.runFor(59_000);
    await shows('05:01:00');
    t.regex((await page.locator('#clock-earth').textContent()) ?? '', /^Monday,? 17 June 2024 at 12:01:00 UTC$/);
    await page.clock.fastForward(19 * 3_600_000);
    t.is(await page.locator('#clock-day').textContent(), 'Year 25 Day 205');
  },
  { deviceTime: (NOW - 34_567_890) * 1000 },
);

inBrowser('the time is read once, and again when the reader comes back later', async (t, visit) => {
  const { page, requests, server } = visit;
  await open(visit);
  const readings = () => requests.filter((url) => url.endsWith('/api/time')).length;
  t.is(readings(), 1);
  await page.clock.fastForward(3_600_000);
  t.is(readings(), 1);
  server.time.now += 7_200_000;
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  // The page shows the answer at the first tick after it has read it.
  const isNew = async () => {
    await page.clock.runFor(1000);
    return (await page.locator('#clock-time').textContent())?.startsWith('07:') === true;
  };
  await until(isNew, { what: 'the clock shows the time of the service' });
  t.is(readings(), 2);
});

inBrowser('without an answer, the page shows the clock of the device and says so', async (t, visit) => {
  const { page, server, problems } = visit;
  await page.route('**/api/time', (route) => route.abort());
  await page.goto(`${server.url}/documentation`);
  await page.getByText('by the clock of this device').waitFor();
  t.regex((await page.locator('#clock-time').textContent()) ?? '', /^05:00:0\d$/);
  t.regex(problems.splice(0).join(), /Failed to load resource/);
});

const mistakes: [input: string, message: RegExp][] = [
  ['Year 12 Day 400', /There is no day 400: days run from 1 to 365/],
  ['tomorrow', /This is not a galactic time.*Y12D3/],
  ['Y999999999999D1', /too large to be converted/],
  ['12', /12 is before Year 0 Day 1/],
  ['1998-12-03T01:00:00', /is before Year 0 Day 1/],
];

inBrowser(
  'the head converts what is typed into it, and its clock follows until it is sent back to now',
  async (t, visit) => {
    const { page } = visit;
    await open(visit);
    const field = page.getByRole('textbox', { name: 'Convert a time' });
    const text = (id: string) => page.locator(`#clock-${id}`).textContent();
    const shown = async () => [await text('day'), await text('time'), (await text('earth'))?.replace(',', '')];
    const expected = [
      'Year 27 Day 88',
      '05:12:14',
      'Saturday 21 February 2026 at 12:12:14 UTC\nSaturday 13:12:14 where you are, Unix 1771675934',
    ];
    for (const spelling of ['y27d88, 5:12:14', '1771675934', '2026-02-21 13:12:14', '2026-02-21T12:12:14Z']) {
      await field.fill(spelling);
      t.deepEqual(await shown(), expected, spelling);
    }
    await page.clock.runFor(3000);
    t.deepEqual(await shown(), expected, 'it stands still');
    for (const [input, message] of mistakes) {
      await field.fill(input);
      t.regex((await page.locator('#converter-any-error').textContent()) ?? '', message, input);
      t.is(await text('day'), 'Year 25 Day 204', 'after a mistake the clock shows the current time');
    }
    await field.fill('Year 200000000 Day 1');
    t.regex((await text('earth')) ?? '', /too far away for a date/);
    await field.fill('Y12D3');
    await page.locator('#clock-now').click();
    t.is(await text('time'), '05:00:03', 'it goes on');
    t.is(await field.inputValue(), '');
  },
);
