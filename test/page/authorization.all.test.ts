import { type AddressInfo, createServer } from 'node:net';
import type { ExecutionContext } from 'ava';
import { accountFor, PASSWORD } from '../helpers/visitor.js';
import { authorizeAddress, CHALLENGE, post, VERIFIER } from '../server/oauth/flow.js';
import { inBrowser, type Visit } from './browser.js';

/** A program on the device, which waits for the browser at a port of its own. */
async function listen(t: ExecutionContext, host: string) {
  const text = 'You can close this page.';
  const answer = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`;
  const program = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(answer)));
  await new Promise<void>((resolve) => program.listen(0, host.replace(/[[\]]/g, ''), resolve));
  t.teardown(() => program.close());
  return `http://${host}:${(program.address() as AddressInfo).port}/signed-in`;
}

async function registerApp({ server }: Visit): Promise<void> {
  const redirect_uris = '["http://127.0.0.1/signed-in", "http://[::1]/signed-in"]';
  const native = { redirect_uris, application_type: 'native', is_public: 1 } as const;
  await server.store.clients.create({ id: 'app', name: 'The App', ...native }, 1);
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
      await accountFor(server.store, 'Hana Veil', ['1:1', '1:2']);
      await registerApp(visit);
      const back = await listen(t, host);
      const app = { client_id: 'app', redirect_uri: back, code_challenge: CHALLENGE, code_challenge_method: 'S256' };
      await page.goto(authorizeAddress(server, app));
      await page.getByLabel('Name').fill('Hana Veil');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
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

inBrowser('a person signs a device in', async (t, visit) => {
  const { page, server } = visit;
  await accountFor(server.store, 'Hana Veil');
  await registerApp(visit);
  const { json } = await post(server, '/device', { client_id: 'app', scope: 'character_read' });
  await page.goto(json.verification_uri_complete);
  await page.getByLabel('Name').fill('Hana Veil');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  t.is(await page.getByLabel('Code').inputValue(), json.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('heading', { name: 'The device is signed in' }).waitFor();
});
