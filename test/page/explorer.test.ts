import type { Page } from 'playwright-core';
import { rows } from '../helpers/reference.js';
import { inBrowser, open, openExplorer } from './browser.js';

const status = (page: Page) => page.locator('form.explorer [role=status]');
const body = (page: Page) => page.getByRole('region', { name: 'Body of the answer' });

/** Sends the form, and waits for the outcome. */
async function send(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Send' }).click();
  await status(page)
    .filter({ hasText: / in \d+ ms|No answer/ })
    .waitFor();
  return (await status(page).textContent()) ?? '';
}

inBrowser('a call with a token shows its answer', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  await page.getByRole('button', { name: 'Try it: GET /datacard/{uid}' }).click();
  await page.getByLabel('Token', { exact: true }).fill(server.token);
  await page.getByLabel('uid path').fill('14:1');
  t.regex(await send(page), /^200 OK/);
  t.is(JSON.parse((await body(page).textContent()) ?? '').svcapi.datacard.uid, '14:1');
  t.regex((await page.locator('.answer dl').textContent()) ?? '', /x-ratelimit-remaining599/);
  const row = page.locator('#limits [data-pattern="/datacard/{uid}"] .left');
  await row.filter({ hasText: '599 of 600 calls left, reset in 60 minutes' }).waitFor();
  const meter = page.getByRole('meter', { name: '/datacard/{uid}' });
  t.is(await meter.evaluate<number, { value: number }>(({ value }) => value), 599);
});

inBrowser('an XML answer is indented', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  await openExplorer(visit);
  await page.getByLabel('Token', { exact: true }).fill(server.token);
  await page.getByLabel('Route', { exact: true }).selectOption('GET /character/{uid}');
  await page.getByLabel('uid path').fill('Hana Veil');
  await page.getByLabel('XML').check();
  t.regex(await send(page), /^200 OK/);
  const text = (await body(page).textContent()) ?? '';
  t.regex(text, /^<svcapi version="2.0" .*>\n {2}<character isprivate="false" isbasic="false">\n {4}<uid>1:1<\/uid>\n/);
});

inBrowser('a change is made with the parameters of its description', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  await openExplorer(visit);
  await page.getByLabel('Token', { exact: true }).fill(server.token);
  await page.getByLabel('Route', { exact: true }).selectOption('POST /datacard/{uid}');
  t.regex((await page.locator('.needs').textContent()) ?? '', /faction_datacards_write.*makes a change/);
  await page.getByLabel('uid path').fill('14:1');
  await page.getByLabel('production_entity_uid').fill('4:1');
  await page.getByLabel('uses body').fill('3');
  await page.getByLabel('Idempotency-Key').fill('once');
  t.regex(await send(page), /^200 OK/);
  t.regex(await send(page), /^200 OK/);
  const { json } = await server.call('/datacard/14:1');
  t.is(json.svcapi.datacard.uses, 97, 'with the key, the change is made once');
});

inBrowser('an error is shown as an answer', async (t, visit) => {
  const { page, problems } = visit;
  await open(visit);
  await openExplorer(visit);
  await page.getByLabel('Route', { exact: true }).selectOption('GET /character');
  t.regex(await send(page), /^401 /);
  t.regex((await body(page).textContent()) ?? '', /token_missing/);
  // Browsers log every error answer to the console.
  t.regex(problems.splice(0).join('\n'), /^error: Failed to load resource.* 401 .*$/);
});

inBrowser('an unreachable service is reported', async (t, visit) => {
  const { page, problems } = visit;
  await open(visit);
  await openExplorer(visit);
  await page.route('**/api/helloworld', (route) => route.abort());
  await page.getByLabel('Route', { exact: true }).selectOption('GET /api/helloworld');
  t.regex(await send(page), /^No answer/);
  t.regex(problems.splice(0).join('\n'), /^error: Failed to load resource/);
});

inBrowser('the request is shown for curl, without the token', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  await openExplorer(visit);
  await page.getByLabel('Token', { exact: true }).fill(server.token);
  await page.getByLabel('Route', { exact: true }).selectOption('POST /api/time');
  await page.getByLabel('cgt').fill("Year 12 Day 3 o'clock");
  const lines = [
    `curl '${server.url}/api/time' \\`,
    `  -H "Authorization: Bearer $TOKEN" \\`,
    `  -H 'Accept: application/json' \\`,
    `  --data-urlencode 'cgt=Year 12 Day 3 o'\\''clock'`,
  ];
  t.is(await page.locator('form.explorer .copyable code').textContent(), lines.join('\n'));
});

inBrowser('no input leads a call to another host, and the token is not stored', async (t, visit) => {
  const { page, server, requests, problems } = visit;
  await open(visit);
  await openExplorer(visit);
  await page.getByLabel('Token', { exact: true }).fill(server.token);
  await page.getByLabel('Route', { exact: true }).selectOption('GET /character/{uid}');
  for (const uid of ['//example.org/', '../../../..', 'https://example.org', '?access_token=x#', '\\\\example.org']) {
    await page.getByLabel('uid path').fill(uid);
    await send(page);
  }
  t.true(requests.length > 5, 'all of them to this host, which every test checks');
  t.false(requests.some((url) => url.includes(server.token)));
  t.false(page.url().includes(server.token));
  const kept = '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join()';
  t.is(await page.evaluate(kept), ',{},{}');
  problems.splice(0);
});

inBrowser('a failed load is reported, and can be repeated', async (t, visit) => {
  const { page, problems } = visit;
  await open(visit);
  await page.route('**/openapi.json', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Open the explorer' }).click();
  await page.getByText('The explorer could not be loaded: try again.').waitFor();
  await openExplorer(visit);
  t.regex(problems.splice(0).join('\n'), /^error: Failed to load resource/);
});

inBrowser('every route of the page can be tried', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  const buttons = page.getByRole('button', { name: /^Try it/ });
  t.is(await buttons.count(), rows.length);
  for (const button of await buttons.all()) {
    await button.click();
    const name = ((await button.getAttribute('aria-label')) ?? '').replace('Try it: ', '');
    await page.locator('.needs').waitFor();
    t.is(await page.getByLabel('Route', { exact: true }).inputValue(), name);
  }
});
