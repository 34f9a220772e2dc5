import type { Locator } from 'playwright-core';
import { rows } from '../helpers/reference.js';
import { addEvents } from '../helpers/stream.js';
import { inBrowser, open, tryRoute, type Visit } from './browser.js';

/** Fills fields of a card by their labels, sends its form, and returns the outcome. */
async function send(card: Locator, fields: Record<string, string> = {}): Promise<string> {
  for (const [label, value] of Object.entries(fields)) await card.getByLabel(label, { exact: true }).fill(value);
  await card.getByRole('button', { name: 'Send' }).click();
  const status = card.getByRole('status');
  await status.filter({ hasText: /^\d|No answer/ }).waitFor();
  return (await status.textContent()) ?? '';
}

const bodyOf = async (card: Locator) => (await card.getByRole('group', { name: 'Answer of' }).textContent()) ?? '';

const callsOf = ({ requests }: Visit, path: string) => requests.filter((url) => url.includes(path)).length;

inBrowser('a call shows its answer in the chosen format, how many calls are left, or its error', async (t, visit) => {
  const { page, server, problems } = visit;
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
  const datacard = await tryRoute(visit, 'GET /datacard/{uid}');
  t.is(await send(datacard, { 'uid path': '14:1' }), '200 OK, 599 calls left', 'all forms have the token');
  t.is(JSON.parse(await bodyOf(datacard)).svcapi.datacard.uid, '14:1');
  const time = await tryRoute(visit, 'POST /api/time');
  t.regex(await send(time, { 'cgt body': 'Year 12 Day 3' }), /^200 OK/);
  t.regex(await bodyOf(time), /1291273200/);
  const auth = await tryRoute(visit, 'GET /api/helloauth');
  for (const start of ['Bearer ', 'Authorization: Bearer ', 'OAuth '])
    t.regex(await send(auth, { Token: start + server.token }), /^200 OK/, `it is pasted with ${start}in front`);
  await page.route('**/api/helloworld', (route) => route.abort());
  t.regex(await send(await tryRoute(visit, 'GET /api/helloworld')), /^No answer/);
  t.regex(problems.splice(0).join('\n'), /^error: Failed to load resource/);
});

inBrowser('a change is made once with its key, and taken back', async (t, visit) => {
  const { server } = visit;
  await open(visit);
  const uses = async () => (await server.call('/datacard/14:1')).json.svcapi.datacard.uses;
  const card = await tryRoute(visit, 'POST /datacard/{uid}');
  t.true(await card.getByText('This call changes data').isVisible());
  const fields = { Token: server.token, 'uid path': '14:1', 'production_entity_uid body': '4:1', 'uses body': '3' };
  t.regex(await send(card, { ...fields, 'Idempotency-Key header': 'once' }), /^200 OK/);
  t.regex(await send(card), /^200 OK/);
  t.is(await uses(), 97);
  const removal = await tryRoute(visit, 'DELETE /datacard/{uid}');
  t.regex(await send(removal, { 'uid path': '14:1', 'production_entity_uid query': '4:1' }), /^200 OK/);
  t.not(await uses(), 97);
});

inBrowser('no input leads a call to another host, and the token is not stored', async (t, visit) => {
  const { page, server, requests, problems } = visit;
  await open(visit);
  const card = await tryRoute(visit, 'GET /character/{uid}');
  for (const uid of ['//example.org/', '../../../..', 'https://example.org', '?access_token=x#', '\\\\example.org'])
    await send(card, { Token: server.token, 'uid path': uid });
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
  for (const [token, name] of [
    ['svcapi_é', 'token'],
    [server.token, 'path.uid'],
  ] as const) {
    await card.getByLabel('Token', { exact: true }).fill(token);
    await card.getByRole('button', { name: 'Send' }).click();
    t.is(await page.evaluate('document.activeElement.name'), name);
  }
  t.is(callsOf(visit, '/datacard/'), 0);
});

inBrowser('every route of the page can be tried, without the character of a demo', async (t, visit) => {
  const { page } = visit;
  await open(visit);
  const names = await page.locator('form.trying').evaluateAll((forms) => forms.map((form) => form.ariaLabel));
  t.is(names.length, rows.length);
  for (const name of names) await tryRoute(visit, name?.replace('Try it: ', '') ?? '');
  t.is(await page.locator('form.trying:visible').count(), rows.length);
  t.is(await page.getByRole('button', { name: 'Use the demo character' }).count(), 0);
});

inBrowser('live events are shown until they are stopped', async (t, visit) => {
  const { server } = visit;
  await open(visit);
  const other = await tryRoute(visit, 'GET /character/{uid}');
  t.deepEqual(await other.getByLabel('Answer as').locator('option').allTextContents(), ['JSON', 'XML']);
  const card = await tryRoute(visit, 'GET /events/{mode}/{type}');
  const status = (hasText: string) => card.getByRole('status').filter({ hasText }).waitFor();
  await card.getByLabel('Token', { exact: true }).fill(server.token);
  await card.getByLabel('mode path').fill('personal');
  await card.getByLabel('Answer as').selectOption('Live events');
  await card.getByRole('button', { name: 'Send' }).click();
  await status('Connected, 0 received.');
  await addEvents(server.store, [10, 11]);
  await status('Connected, 2 received.');
  t.regex(await bodyOf(card), /^id 39:11\n.*"text": "Event 11".*id 39:10\n/s, 'the newest comes first');
  await card.getByRole('button', { name: 'Stop' }).click();
  await status('Stopped.');
  t.false(await card.getByRole('button', { name: 'Stop' }).isVisible());
  await card.getByLabel('Answer as').selectOption('JSON');
  t.regex(await send(card), /^200 OK/);
});
