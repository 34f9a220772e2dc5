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
