import { type AddressInfo, createServer } from 'node:net';
import type { ExecutionContext } from 'ava';
import { PASSWORD } from '../helpers/visitor.js';
import { authorizeAddress, CHALLENGE, people, post, VERIFIER, WEB } from '../server/oauth/flow.js';
import { violations } from './audit.js';
import { inBrowser, untilLost, type Visit } from './browser.js';

/** Opens the address to which a program sends a browser, and signs in there. */
async function signInFor({ page, server }: Visit, client_id = 'tool', redirect_uri = WEB): Promise<void> {
  const challenge = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
  await page.goto(authorizeAddress(server, { client_id, redirect_uri, ...challenge }));
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

/** A program on the device, which waits for the browser at a port of its own. */
async function listen(t: ExecutionContext, host: string) {
  const text = 'You can close this page.';
  const answer = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`;
  const program = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(answer)));
  await new Promise<void>((resolve) => program.listen(0, host.replace(/[[\]]/g, ''), resolve));
  t.teardown(() => program.close());
  return `http://${host}:${(program.address() as AddressInfo).port}/signed-in`;
}

/** Takes the addresses out of the requests that begin with one, and returns them. */
function takeRequests({ requests }: Visit, start: string): string[] {
  const taken = requests.filter((address) => address.startsWith(new URL(start).origin));
  requests.splice(0, requests.length, ...requests.filter((address) => !taken.includes(address)));
  return taken;
}

for (const [button, parameter, host] of [
  ['Allow', 'code', '127.0.0.1'],
  ['Allow', 'code', '[::1]'],
  ['Do not allow', 'error', '127.0.0.1'],
] as const) {
  inBrowser(
    `“${button}” sends the browser back to a program on the device (${host}), from the sign-in on`,
    async (t, visit) => {
      const { page, server } = visit;
      await people(server, ['1:1', '1:2']);
      const redirect_uris = '["http://127.0.0.1/signed-in", "http://[::1]/signed-in"]';
      await server.store.clients.update('app', { redirect_uris });
      const back = await listen(t, host);
      await signInFor(visit, 'app', back);
      await page.getByText('Any program can use this name').waitFor();
      await page.getByLabel('Bram Oster').check();
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByText('You can close this page.').waitFor();
      const address = new URL(page.url());
      t.is(address.origin + address.pathname, back);
      t.is(address.searchParams.get('state'), 's');
      const value = address.searchParams.get(parameter) ?? '';
      t.not(value, '');
      takeRequests(visit, back);
      if (parameter === 'error') return;
      const form = { grant_type: 'authorization_code', client_id: 'app', redirect_uri: back, code: value };
      const { json } = await post(server, '/token', { ...form, code_verifier: VERIFIER });
      const info = await fetch(`${new URL(server.url).origin}/ws/oauth2/tokeninfo?access_token=${json.access_token}`);
      t.is(((await info.json()) as { name: string }).name, 'Bram Oster');
    },
    { javaScriptEnabled: false },
  );
}
