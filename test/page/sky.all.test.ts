import { atEachLook } from './audit.js';
import { inBrowser, open } from './browser.js';

/** Reads which words of the head are where stars are, and whether stars are anywhere else. */
const STARS = `(() => {
  const head = document.querySelector('.night');
  const skies = [...head.querySelectorAll('.stars, .orrery')].filter((sky) => sky.checkVisibility()).map((sky) => sky.getBoundingClientRect());
  const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
  const covered = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.data.trim() === '' || !node.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNode(node);
    for (const text of range.getClientRects())
      if (skies.some((sky) => text.left < sky.right && text.right > sky.left && text.top < sky.bottom && text.bottom > sky.top)) covered.push(node.data);
  }
  return { skies: skies.length, covered, tiles: [...new Set(getComputedStyle(head).backgroundSize.split(', '))].join() };
})()`;

inBrowser('stars stay off the text, in every window and both themes', async (t, visit) => {
  const { page, server } = visit;
  const check = (place: string, wide: number) =>
    atEachLook(page, async ({ name, width }) => {
      const skies = width >= 1024 ? wide : 1;
      t.deepEqual(await page.evaluate(STARS), { skies, covered: [], tiles: 'auto' }, `${place}: ${name}`);
    });
  await open(visit);
  await page.locator('#converter-any').fill('Y27D88');
  await check('the head', 2);
  await page.goto(`${server.url}/account/sign-in`);
  await check('the pages of an account', 1);
  await page.goto(`${server.url}/account/nothing`);
  await check('where there is no page', 1);
  t.is(visit.problems.splice(0).filter((problem) => !problem.includes('404')).length, 0);
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
