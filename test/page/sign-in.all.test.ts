import type { Page } from 'playwright-core';
import { accountFor, PASSWORD } from '../helpers/visitor.js';
import { violations } from './audit.js';
import { inBrowser, open, tryRoute, type Visit } from './browser.js';

const state = (page: Page) => page.locator('.sign-in [role=status]');
const form = (page: Page, name: string) => page.getByRole('form', { name: `Try it: ${name}` });
const token = (page: Page) => page.getByLabel('Token', { exact: true });

/** Opens the form of a route. */
async function openRoute(visit: Visit, route: string): Promise<void> {
  await accountFor(visit.server.store, 'Hana Veil');
  await open(visit);
  await tryRoute(visit, route);
}

/** Goes from the form to the sign-in, and from there to the question of consent. */
async function signIn({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Name').fill('Hana Veil');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Let svcapi (documentation page) act for Hana Veil?' }).waitFor();
}

async function allow({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await state(page).filter({ hasText: 'Signed in as Hana Veil' }).waitFor();
}

inBrowser('who signs in calls a route without having seen a token', async (t, visit) => {
  const { page, server } = visit;
  await openRoute(visit, 'GET /event/{uid}');
  await page.getByLabel('uid path').fill('39:1');
  await signIn(visit);
  t.true(await page.getByText('character_events').isVisible());
  t.false(await page.getByText('faction_datacards_write').isVisible(), 'it asks for what the route needs');
  await allow(visit);
  t.is(page.url(), `${server.url}/documentation#read-event`, 'neither code nor state stays in the address');
  t.is(await form(page, 'GET /event/{uid}').count(), 1);
  t.is(await page.getByLabel('uid path').inputValue(), '39:1');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('form.trying .status').filter({ hasText: '200 OK' }).waitFor();
  const kept = '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join()';
  t.is(await page.evaluate(kept), ',{},{}');
  t.deepEqual(await violations(page), []);
});

inBrowser('a route that needs more asks for that too, and keeps what was allowed', async (t, visit) => {
  const { page } = visit;
  await openRoute(visit, 'GET /event/{uid}');
  await signIn(visit);
  await allow(visit);
  const again = page.getByRole('button', { name: 'Sign in again for faction_datacards_read' });
  t.is(await again.count(), 0);
  await tryRoute(visit, 'GET /datacard/{uid}');
  await again.click();
  await allow(visit);
  t.regex((await state(page).textContent()) ?? '', /for character_events, faction_datacards_read\.$/);
  t.is(await form(page, 'GET /datacard/{uid}').count(), 1);
});

inBrowser('signing out ends the token at the service', async (t, visit) => {
  const { page, server } = visit;
  await openRoute(visit, 'GET /character/{uid}');
  await signIn(visit);
  await allow(visit);
  const headers = { Authorization: `Bearer ${await token(page).inputValue()}` };
  t.is((await server.call('/api/helloauth', { headers })).status, 200);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await state(page).filter({ hasText: 'Signed out. The token has ended.' }).waitFor();
  t.is(await token(page).inputValue(), '');
  server.time.now += 1000;
  t.is((await server.call('/api/helloauth', { headers })).status, 401);
});

inBrowser('who does not agree is told so, and can sign in again', async (t, visit) => {
  const { page } = visit;
  await openRoute(visit, 'GET /character/{uid}');
  await signIn(visit);
  await page.getByRole('button', { name: 'Do not allow' }).click();
  await state(page).filter({ hasText: 'You did not allow it. Nothing was changed.' }).waitFor();
  t.is(await token(page).inputValue(), '');
  t.true(await page.getByRole('button', { name: 'Sign in', exact: true }).isVisible());
});

inBrowser('a pasted token takes the place of that of the sign-in', async (t, visit) => {
  const { page, server } = visit;
  await openRoute(visit, 'GET /character/{uid}');
  await signIn(visit);
  await allow(visit);
  await token(page).fill(server.token);
  t.is(await state(page).textContent(), '');
  t.true(await page.getByRole('button', { name: 'Sign in', exact: true }).isVisible());
});

inBrowser('an answer with another state, or of another issuer, is not exchanged', async (t, visit) => {
  const { page, server, requests, problems } = visit;
  await openRoute(visit, 'GET /character/{uid}');
  const { origin } = new URL(server.url);
  const comeBack = async (change: Record<string, string>, problem: string) => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Password').waitFor();
    const { state: own } = JSON.parse(await page.evaluate("sessionStorage.getItem('svcapi-sign-in')"));
    const query = new URLSearchParams({ code: 'invented', state: own, iss: origin, ...change });
    await page.goto(`${server.url}/documentation?${query}`);
    await state(page).filter({ hasText: problem }).waitFor();
    return requests.filter((url) => url.endsWith('/ws/oauth2/token')).length;
  };
  t.is(await comeBack({ state: 'of-somebody-else' }, 'The sign-in could not be completed. Sign in again.'), 0);
  t.is(await comeBack({ iss: 'https://other.example' }, 'The sign-in could not be completed. Sign in again.'), 0);
  t.is(await comeBack({}, 'The service refused: grant request is invalid. Sign in again.'), 1);
  problems.splice(0);
});

inBrowser('a link with a code from elsewhere signs nobody in', async (t, visit) => {
  const { page, server } = visit;
  await page.goto(`${server.url}/documentation?code=stolen&state=unknown`);
  await state(page)
    .filter({ hasText: 'This sign-in was begun in another tab, or has ended. Sign in again.' })
    .waitFor();
  t.is(page.url(), `${server.url}/documentation#read-character`);
  t.is(await token(page).inputValue(), '');
});

inBrowser(
  'a page that is not at the public address leads there',
  async (t, visit) => {
    const { page } = visit;
    await open(visit);
    await tryRoute(visit, 'GET /character/{uid}');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await state(page)
      .filter({ hasText: 'Open https://galaxy.example.org/ws/v2.0/documentation to sign in.' })
      .waitFor();
    t.pass();
  },
  { server: { publicUrl: 'https://galaxy.example.org' } },
);
