import type { Page } from 'playwright-core';
import { tokenFor } from '../helpers/galaxy.js';
import { rows } from '../helpers/reference.js';
import { inBrowser, open, tryRoute, type Visit } from './browser.js';

const status = (page: Page) => page.locator('form.trying .status');
const body = (page: Page) => page.getByRole('region', { name: 'Body of the answer' });
const token = (page: Page) => page.getByLabel('Token', { exact: true });

/** Sends the form, and waits for the outcome. */
async function send(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Send' }).click();
  await status(page)
    .filter({ hasText: / in \d+ ms|No answer|Not sent/ })
    .waitFor();
  return (await status(page).textContent()) ?? '';
}

/** Returns the number of calls of a path that were made. */
const callsOf = ({ requests }: Visit, path: string) => requests.filter((url) => url.includes(path)).length;

inBrowser('a call with a token shows its answer, and what is left of the limit', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  const row = page.locator('#limits [data-pattern="/datacard/{uid}"]');
  t.false(await row.isVisible(), 'a limit of which nothing was used is not shown');
  await tryRoute(visit, 'GET /datacard/{uid}');
  await token(page).fill(server.token);
  await page.getByLabel('uid path').fill('14:1');
  t.regex(await send(page), /^200 OK/);
  t.is(JSON.parse((await body(page).textContent()) ?? '').svcapi.datacard.uid, '14:1');
  t.regex((await page.locator('.answer dl').textContent()) ?? '', /x-ratelimit-remaining599/);
  await row.getByText('599 of 600 calls left, reset in 60 minutes').waitFor();
  const meter = page.getByRole('meter', { name: '/datacard/{uid}' });
  t.is(await meter.evaluate<number, { value: number }>(({ value }) => value), 599);
  t.is(await page.getByRole('meter').count(), 1);
});

inBrowser('the same call asks by the ETag of its answer, and shows it again while it is the same', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  await tryRoute(visit, 'GET /datacard/{uid}');
  await token(page).fill(server.token);
  await page.getByLabel('uid path').fill('14:1');
  t.regex(await send(page), /^200 OK, in \d+ ms$/);
  const shown = await body(page).textContent();
  t.regex((await page.locator('.answer dl').textContent()) ?? '', /etagW\/"[\w-]{22}"/);
  t.regex(await send(page), /^304 Not Modified, in \d+ ms: the answer is still the one below$/);
  t.is(await body(page).textContent(), shown);
  t.regex((await page.locator('.answer dl').textContent()) ?? '', /x-ratelimit-remaining598/, 'it is counted');
  const change = { method: 'POST', body: new URLSearchParams({ production_entity_uid: '4:1', uses: '3' }) };
  await server.call('/datacard/14:1', change);
  t.regex(await send(page), /^200 OK/, 'a change is never hidden');
  t.is(JSON.parse((await body(page).textContent()) ?? '').svcapi.datacard.uses, 97);
  await token(page).fill(await tokenFor(server.store, '1:2'));
  t.regex(await send(page), /^200 OK/, 'another token has an answer of its own');
  await page.getByLabel('If-None-Match').fill('*');
  t.regex(await send(page), /^304 Not Modified, in \d+ ms$/, 'a field of the reader is sent unchanged');
  t.is(await body(page).textContent(), '');
});

inBrowser('an XML answer is indented', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  const card = await tryRoute(visit, 'GET /character/{uid}');
  await token(page).fill(server.token);
  await page.getByLabel('uid path').fill('Hana Veil');
  await card.locator('form').getByLabel('XML').check();
  t.regex(await send(page), /^200 OK/);
  const text = (await body(page).textContent()) ?? '';
  t.regex(text, /^<svcapi version="2.0" .*>\n {2}<character isprivate="false" isbasic="false">\n {4}<uid>1:1<\/uid>\n/);
});

inBrowser('a change is made with the parameters of its description', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  const card = await tryRoute(visit, 'POST /datacard/{uid}');
  await token(page).fill(server.token);
  t.regex((await card.textContent()) ?? '', /Needs faction_datacards_write.*The change that this call makes is kept/s);
  await page.getByLabel('uid path').fill('14:1');
  await page.getByLabel('production_entity_uid').fill('4:1');
  await page.getByLabel('uses body').fill('3');
  await page.getByLabel('Idempotency-Key').fill('once');
  t.regex(await send(page), /^200 OK/);
  t.regex(await send(page), /^200 OK/);
  const { json } = await server.call('/datacard/14:1');
  t.is(json.svcapi.datacard.uses, 97, 'with the key, the change is made once');
});

inBrowser('a body can be sent as JSON, with what was typed into its fields', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  const card = await tryRoute(visit, 'POST /datacard/{uid}');
  await token(page).fill(server.token);
  await page.getByLabel('uid path').fill('14:1');
  await page.getByLabel('production_entity_uid').fill('4:1');
  await page.getByLabel('uses body').fill('3');
  await card.getByRole('group', { name: 'Body as' }).getByLabel('JSON').check();
  const document = page.getByLabel('Body as JSON');
  t.deepEqual(JSON.parse(await document.inputValue()), { production_entity_uid: '4:1', uses: 3 });
  await document.fill('{ "production_entity_uid": "4:1", "uses": 4 ');
  t.regex(await send(page), /^Not sent/);
  t.regex((await card.locator('form .error').allTextContents()).join(''), /^This is not JSON: /);
  t.is(callsOf(visit, '/datacard/'), 0);
  await document.fill('{ "production_entity_uid": "4:1", "uses": 4 }');
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  t.regex(await send(page), /^200 OK/);
  t.is((await posted).headers()['content-type'], 'application/json');
  const { json } = await server.call('/datacard/14:1');
  t.is(json.svcapi.datacard.uses, 96);
});

inBrowser('an error is shown as an answer', async (t, visit) => {
  const { page, problems } = visit;
  await open(visit);
  await tryRoute(visit, 'GET /character/{uid}');
  t.regex(await send(page), /^401 /, 'a parameter that the route can do without is left out');
  t.regex((await body(page).textContent()) ?? '', /"request": "\/ws\/v2.0\/character",.*token_missing/s);
  // Browsers log every error answer to the console.
  t.regex(problems.splice(0).join('\n'), /^error: Failed to load resource.* 401 .*$/);
});

inBrowser('an unreachable service is reported', async (t, visit) => {
  const { page, problems } = visit;
  await open(visit);
  await page.route('**/api/helloworld', (route) => route.abort());
  await tryRoute(visit, 'GET /api/helloworld');
  t.regex(await send(page), /^No answer/);
  t.regex(problems.splice(0).join('\n'), /^error: Failed to load resource/);
});

inBrowser('the example becomes the call that is typed, without the token', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  const card = await tryRoute(visit, 'POST /datacard/{uid}');
  await token(page).fill(server.token);
  await page.getByLabel('uid path').fill("14:1 o'clock");
  const code = (language: string) => card.locator(`pre[data-form=${language}]`);
  const lines = [
    `curl -sS --fail-with-body '${server.url}/datacard/14:1%20o'\\''clock' \\`,
    `  -H "Authorization: Bearer $TOKEN" \\`,
    `  --data-urlencode 'production_entity_uid=4:1'`,
  ];
  t.is(await code('curl').textContent(), lines.join('\n'));
  await page.getByLabel('Idempotency-Key').fill('once');
  t.true((await code('python').textContent())?.includes('"Idempotency-Key": "once",'));
  await card.locator('form').getByLabel('XML').check();
  t.true((await code('csharp').textContent())?.includes('request.Headers.Add("Accept", "application/xml");'));
});

inBrowser('no input leads a call to another host, and the token is not stored', async (t, visit) => {
  const { page, server, requests, problems } = visit;
  await open(visit);
  await tryRoute(visit, 'GET /character/{uid}');
  await token(page).fill(server.token);
  for (const uid of ['//example.org/', '../../../..', 'https://example.org', '?access_token=x#', '\\\\example.org']) {
    await page.getByLabel('uid path').fill(uid);
    await send(page);
  }
  t.true(requests.length > 5, 'all of them to this host, which every test checks');
  t.false(requests.some((url) => url.includes(server.token)));
  t.false(page.url().includes(server.token));
  const kept = '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join()';
  t.is(await page.evaluate(kept), ',{},{}');
  t.false(JSON.stringify(await page.evaluate('history.state')).includes(server.token));
  problems.splice(0);
});

inBrowser('a value that cannot be sent is named at its field, and nothing is sent', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  const card = await tryRoute(visit, 'POST /datacard/{uid}');
  const errors = async () => (await card.locator('form .error').allTextContents()).filter((text) => text !== '');
  const focused = () => page.evaluate('document.activeElement.labels[0].textContent');
  await token(page).fill('svcapi_é');
  t.regex(await send(page), /^Not sent/);
  t.deepEqual(await errors(), ['No header can hold “é”. Remove it.']);
  t.is(await focused(), 'Token');
  await token(page).fill(server.token);
  await page.getByLabel('Idempotency-Key').fill('first\tsecond');
  await send(page);
  t.deepEqual(await errors(), [
    'Fill in uid, such as 14:1.',
    'Fill in production_entity_uid, such as 4:1.',
    'No header can hold the character U+0009. Remove it.',
  ]);
  t.regex(String(await focused()), /^uid/);
  t.is(await page.getByLabel('uid path').getAttribute('aria-invalid'), 'true');
  await page.getByLabel('uid path').fill('14:1');
  t.is(await page.getByLabel('uid path').getAttribute('aria-invalid'), null);
  t.is(callsOf(visit, '/datacard/'), 0);
});

for (const start of ['Bearer ', 'Authorization: Bearer ', 'OAuth ']) {
  inBrowser(`a token that is pasted with “${start.trim()}” in front works`, async (t, visit) => {
    const { page, server } = visit;
    await open(visit);
    await tryRoute(visit, 'GET /api/helloauth');
    await token(page).fill(`${start}${server.token}`);
    t.regex(await send(page), /^200 OK/);
  });
}

inBrowser('a failed load is reported, and can be repeated', async (t, visit) => {
  const { page, problems } = visit;
  await open(visit);
  await page.route('**/openapi.json', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Try it: GET /character/{uid}', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'The form could not be loaded: try again.' }).waitFor();
  await tryRoute(visit, 'GET /character/{uid}');
  t.is(await page.getByRole('alert').count(), 0);
  t.regex(problems.splice(0).join('\n'), /^error: Failed to load resource/);
});

inBrowser('every route of the page can be tried, one at a time', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  const names = await page
    .locator('button.try')
    .evaluateAll((buttons) =>
      (buttons as { ariaLabel: string | null }[]).map(({ ariaLabel }) => ariaLabel?.replace('Try it: ', '') ?? ''),
    );
  t.is(names.length, rows.length);
  for (const name of names) {
    await tryRoute(visit, name);
    t.is(await page.getByRole('form', { name: `Try it: ${name}` }).count(), 1);
    t.is(await page.locator('form.trying').count(), 1, name);
  }
});
