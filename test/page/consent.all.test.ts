import { PASSWORD } from '../helpers/visitor.js';
import { authorizeAddress, people, post, WEB } from '../server/oauth/flow.js';
import { audit, violations } from './audit.js';
import { inBrowser, untilLost, type Visit } from './browser.js';

/** Opens the address to which the program sends a browser, and signs in there. */
async function signInFor({ page, server }: Visit): Promise<void> {
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' };
  await page.goto(authorizeAddress(server, { client_id: 'tool', redirect_uri: WEB, ...challenge }));
  await page.getByLabel('Name').fill('Hana');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Returns the address of the program that the browser has been sent to. Nothing answers there. */
async function arrivedAt({ page, server, requests }: Visit): Promise<URL> {
  const isProgram = (url: string) => url.startsWith(WEB);
  const address = requests.find(isProgram) ?? (await page.waitForRequest((request) => isProgram(request.url()))).url();
  await untilLost(page);
  const own = requests.filter((url) => url.startsWith(new URL(server.url).origin));
  requests.splice(0, requests.length, ...own);
  return new URL(address);
}

inBrowser('a player signs in for a program, agrees, and is sent back', async (t, visit) => {
  const { page, server } = visit;
  await people(server, ['1:1', '1:2']);
  await signInFor(visit);
  await page.getByRole('heading', { name: 'Let The Tool act for one of your characters?' }).waitFor();
  await page.getByLabel('Bram Oster').check();
  await audit(t, page, 'consent');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const address = await arrivedAt(visit);
  t.true(address.href.startsWith(`${WEB}?code=`));
  t.is(address.searchParams.get('state'), 's');
});

inBrowser('who says no sends the program away with access_denied', async (t, visit) => {
  const { page, server } = visit;
  await people(server);
  await signInFor(visit);
  await page.getByRole('button', { name: 'Do not allow' }).click();
  const address = await arrivedAt(visit);
  t.is(address.searchParams.get('error'), 'access_denied');
});

inBrowser('who has agreed before goes from the sign-in straight back to the program', async (t, visit) => {
  const { page, server } = visit;
  await people(server);
  await signInFor(visit);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await arrivedAt(visit);
  await page.context().clearCookies();
  // The policy of the sign-in forbids its form to lead to another host.
  await signInFor(visit);
  t.true((await arrivedAt(visit)).href.startsWith(`${WEB}?code=`));
});

inBrowser('the code of a device is entered after the sign-in, and the device is signed in', async (t, visit) => {
  const { page, server } = visit;
  await people(server);
  const { json } = await post(server, '/device', { client_id: 'app', scope: 'character_read' });
  await page.goto(`${server.url}/account/device?user_code=${json.user_code}`);
  await page.getByLabel('Name').fill('Hana');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  t.is(await page.getByLabel('Code').inputValue(), json.user_code, 'it is filled in');
  t.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Any program can use this name.').waitFor();
  t.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('heading', { name: 'The device is signed in' }).waitFor();
  t.deepEqual(await violations(page), []);
});
