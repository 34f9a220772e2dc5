import type { Locator } from 'playwright-core';
import { rows } from '../helpers/reference.js';
import { inBrowser, open, tryRoute, type Visit } from './browser.js';

const body = (card: Locator) => card.getByRole('group', { name: 'Answer of' });

/** Sends the form of a card, and returns the outcome. */
async function send(card: Locator): Promise<string> {
  await card.getByRole('button', { name: 'Send' }).click();
  const status = card.getByRole('status');
  await status.filter({ hasText: /^\d|No answer/ }).waitFor();
  return (await status.textContent()) ?? '';
}

const callsOf = ({ requests }: Visit, path: string) => requests.filter((url) => url.includes(path)).length;

inBrowser('a call with a token shows its answer, and how many calls are left', async (t, visit) => {
  const { server } = visit;
  await open(visit);
  const card = await tryRoute(visit, 'GET /datacard/{uid}');
  await card.getByLabel('Token', { exact: true }).fill(server.token);
  await card.getByLabel('uid path').fill('14:1');
  t.is(await send(card), '200 OK, 599 calls left');
  t.is(JSON.parse((await body(card).textContent()) ?? '').svcapi.datacard.uid, '14:1');
});

inBrowser('an XML answer is indented', async (t, visit) => {
  const { server } = visit;
  await open(visit);
  const card = await tryRoute(visit, 'GET /character/{uid}');
  await card.getByLabel('Token', { exact: true }).fill(server.token);
  await card.getByLabel('uid path').fill('Hana Veil');
  await card.getByLabel('Answer as').selectOption('XML');
  t.regex(await send(card), /^200 OK/);
  const text = (await body(card).textContent()) ?? '';
  t.regex(text, /^<svcapi version="2.0" .*>\n {2}<character isprivate="false" isbasic="false">\n {4}<uid>1:1<\/uid>\n/);
});

inBrowser('a change is made once with its key, and taken back', async (t, visit) => {
  const { server } = visit;
  await open(visit);
  const uses = async () => (await server.call('/datacard/14:1')).json.svcapi.datacard.uses;
  const card = await tryRoute(visit, 'POST /datacard/{uid}');
  await card.getByLabel('Token', { exact: true }).fill(server.token);
  t.true(await card.getByText('This call changes data').isVisible());
  await card.getByLabel('uid path').fill('14:1');
  await card.getByLabel('production_entity_uid body').fill('4:1');
  await card.getByLabel('uses body').fill('3');
  await card.getByLabel('Idempotency-Key').fill('once');
  t.regex(await send(card), /^200 OK/);
  t.regex(await send(card), /^200 OK/);
  t.is(await uses(), 97);
  const removal = await tryRoute(visit, 'DELETE /datacard/{uid}');
  await removal.getByLabel('uid path').fill('14:1');
  await removal.getByLabel('production_entity_uid').fill('4:1');
  t.regex(await send(removal), /^200 OK/, 'all forms have the token');
  t.not(await uses(), 97);
});

inBrowser('a body field of a public route is sent', async (t, visit) => {
  await open(visit);
  const card = await tryRoute(visit, 'POST /api/time');
  await card.getByLabel('cgt body').fill('Year 12 Day 3');
  t.regex(await send(card), /^200 OK/);
  t.regex((await body(card).textContent()) ?? '', /1291273200/);
});

inBrowser('an error is shown as an answer', async (t, visit) => {
  const { problems } = visit;
  await open(visit);
  const card = await tryRoute(visit, 'GET /character/{uid}');
  t.regex(await send(card), /^401 /, 'a parameter that the route can do without is left out');
  t.regex((await body(card).textContent()) ?? '', /"request": "\/ws\/v2.0\/character",.*token_missing/s);
  // Browsers log every error answer to the console.
  t.regex(problems.splice(0).join('\n'), /^error: Failed to load resource.* 401 .*$/);
});

inBrowser('an unreachable service is reported', async (t, visit) => {
  const { page, problems } = visit;
  await open(visit);
  await page.route('**/api/helloworld', (route) => route.abort());
  const card = await tryRoute(visit, 'GET /api/helloworld');
  t.regex(await send(card), /^No answer/);
  t.regex(problems.splice(0).join('\n'), /^error: Failed to load resource/);
});

inBrowser('no input leads a call to another host, and the token is not stored', async (t, visit) => {
  const { page, server, requests, problems } = visit;
  await open(visit);
  const card = await tryRoute(visit, 'GET /character/{uid}');
  await card.getByLabel('Token', { exact: true }).fill(server.token);
  for (const uid of ['//example.org/', '../../../..', 'https://example.org', '?access_token=x#', '\\\\example.org']) {
    await card.getByLabel('uid path').fill(uid);
    await send(card);
  }
  t.true(requests.length > 5, 'all of them to this host, which every test checks');
  t.false(requests.some((url) => url.includes(server.token)));
  t.false(page.url().includes(server.token));
  const stored = '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join()';
  t.is(await page.evaluate(stored), ',{},{}');
  problems.splice(0);
});

inBrowser('nothing is sent without a required field, or with a character that no header can hold', async (t, visit) => {
  const { page, server } = visit;
  await open(visit);
  const card = await tryRoute(visit, 'POST /datacard/{uid}');
  const focused = () => page.evaluate('document.activeElement.name');
  const press = () => card.getByRole('button', { name: 'Send' }).click();
  await card.getByLabel('Token', { exact: true }).fill('svcapi_é');
  await press();
  t.is(await focused(), 'token');
  await card.getByLabel('Token', { exact: true }).fill(server.token);
  await press();
  t.is(await focused(), 'path.uid');
  t.is(callsOf(visit, '/datacard/'), 0);
});

for (const start of ['Bearer ', 'Authorization: Bearer ', 'OAuth ']) {
  inBrowser(`a token that is pasted with “${start.trim()}” in front works`, async (t, visit) => {
    await open(visit);
    const card = await tryRoute(visit, 'GET /api/helloauth');
    await card.getByLabel('Token', { exact: true }).fill(`${start}${visit.server.token}`);
    t.regex(await send(card), /^200 OK/);
  });
}

inBrowser('every route of the page can be tried', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  const names = await page.locator('form.trying').evaluateAll((forms) => forms.map((form) => form.ariaLabel));
  t.is(names.length, rows.length);
  for (const name of names) await tryRoute(visit, name?.replace('Try it: ', '') ?? '');
  t.is(await page.locator('form.trying:visible').count(), rows.length);
});
