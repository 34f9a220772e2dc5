import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { ExecutionContext } from 'ava';
import { permissionNames } from '../../src/domain/permission.js';
import { NOW } from '../helpers/galaxy.js';
import { honestProvider } from '../helpers/servers/honest-provider.js';
import { accountFor, PASSWORD } from '../helpers/visitor.js';
import { authorizeAddress, PKCE, people, post, WEB } from '../server/oauth/flow.js';
import { audit, inBrowserWith, submit, untilLost, type Visit, violations } from './browser.js';

const REFUSED = { server: {}, isRefused: true };

/** The pages of an account, those of a provider, and those on which a program asks for permissions. */

async function signIn({ page, server }: Visit, name = 'Hana Veil'): Promise<void> {
  await page.goto(`${server.url}/account/sign-in`);
  await submit(page, { Name: name, Password: PASSWORD }, 'Sign in');
  await page.getByRole('heading', { name: 'What programs may do' }).waitFor();
}

inBrowserWith(REFUSED, 'the audit finds nothing on the pages of an account', async (t, visit) => {
  const { page, server } = visit;
  const press = (name: string) => submit(page, {}, name);
  const follow = (name: string) => page.getByRole('link', { name }).click();
  const visitPage = (path: string) => page.goto(`${server.url}/account/${path}`);
  const check = async (name: string, step?: Promise<unknown>) => {
    await step;
    await audit(t, page, name);
  };
  const invited = await server.store.accounts.create('Hana Veil', ['1:1', '1:2'], NOW);
  const code = await server.store.invitations.create(invited, NOW, NOW + 86_400);
  await visitPage(`invitation?code=${code}`);
  await check('invitation with a mistake', press('Save and sign in'));
  await check('used invitation', visitPage('invitation?code=none'));
  await check('sign-in', visitPage('sign-in'));
  const id = await accountFor(server.store, 'Cleo', ['1:3', '1:4']);
  const grant = { character_uid: '1:3', permissions: permissionNames, expires_at: NOW + 86_400 };
  await server.store.grants.create({ ...grant, client_id: 'console', account_id: id }, NOW);
  await signIn(visit, 'Cleo');
  for (const summary of await page.locator('summary').all()) await summary.click();
  await check('access');
  await follow('Tokens');
  await page.getByLabel('character_read').check();
  await check('tokens with a new one', press('Make the token'));
  await check('tokens with a mistake', press('Make the token'));
  await check('sessions', follow('Sessions'));
  await follow('My programs');
  await check('my programs with a mistake', press('Register'));
  await submit(page, { Name: 'Lantern tools', 'Redirect addresses': 'https://tools.example/in' }, 'Register');
  await check('a program with its secret');
  await page.locator('.secret').click();
  const selected = await page.evaluate('getSelection().toString().trim()');
  t.is(selected, await page.locator('.secret').innerText(), 'one click selects it');
  await check('password', follow('Password'));
  await check('no such page', visitPage('nothing'));
  await visitPage('device');
  await check('device with a mistake', press('Continue'));
  const owned = { owner_id: id, is_public: 1, application_type: 'native' } as const;
  await server.store.clients.create({ id: 'lantern', name: 'Lantern tools', ...owned }, NOW);
  const scope = [...permissionNames, 'openid', 'x'.repeat(60)].join(' ');
  const { json } = await post(server, '/device', { client_id: 'lantern', scope });
  await submit(page, { Code: json.user_code }, 'Continue');
  await page.getByText('Which character?').waitFor();
  t.regex(await page.locator('.metadata').innerText(), /^Registered by\s+the player Cleo\s+.*Program\s+Lantern tools/s);
  const permission = await page.locator('.permissions li', { hasText: 'character_credits' }).innerText();
  t.is(permission, 'Read the credits and the credit log of the character.\ncharacter_credits');
  await check('consent');
  await press('Sign out');
  await page.getByText('You are signed out.').waitFor();
  await check('signed out');
});

inBrowserWith(REFUSED, 'the keyboard is enough to sign in', async (t, visit) => {
  const { page, server } = visit;
  await accountFor(server.store, 'Hana Veil');
  await page.goto(`${server.url}/account/sign-in`);
  // The browser gives the focus when it draws the page, which may be after it has loaded it.
  await page.locator('#name:focus').waitFor();
  await page.keyboard.type('Hana Veil');
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  t.is(await page.title(), 'Error: Sign in · svcapi');
  t.is(await page.getByLabel('Name').inputValue(), 'Hana Veil');
  await page.getByRole('alert').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.locator('#password:focus').waitFor();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'What programs may do' }).waitFor();
});

const oidc = { issuer: '', clientId: '', clientSecret: '', name: 'Discord', create: true };
const PROVIDED = { server: { oidc }, isRefused: true };

inBrowserWith(PROVIDED, 'a player signs in by a provider that is connected', async (t, visit) => {
  const { page, server, elsewhere, requests } = visit;
  const provider = await honestProvider(t, { create: true });
  Object.assign(oidc, provider.options);
  elsewhere.push(new URL(oidc.issuer).origin);
  const press = (name: string) => submit(page, {}, name);
  await accountFor(server.store, 'Hana Veil');
  await signIn(visit);
  await page.getByRole('link', { name: 'Password' }).click();
  await audit(t, page, 'password of an account that can be connected');
  await press('Connect with Discord');
  await page.getByText('Your account is connected: Discord').waitFor();
  await audit(t, page, 'password of a connected account');
  await press('Sign out');
  await page.goto(`${server.url}/account/tokens`);
  await audit(t, page, 'sign-in');
  await press('Sign in with Discord');
  await page.getByRole('heading', { name: 'Personal tokens' }).waitFor();
  t.is(page.url(), `${server.url}/account/tokens`, 'neither code nor state stays in the URL');
  t.true(requests.some((url) => url.startsWith(oidc.issuer)));
  await press('Sign out');
  provider.person = 'somebody-new';
  await press('Sign in with Discord');
  await page.getByRole('heading', { name: 'Choose a name' }).waitFor();
  await press('Create the account');
  await page.getByRole('alert').waitFor();
  await audit(t, page, 'newcomer with a mistake');
  await submit(page, { Name: 'Cleo' }, 'Create the account');
  await page.getByRole('heading', { name: 'What programs may do' }).waitFor();
  await press('Sign out');
  provider.person = undefined;
  await press('Sign in with Discord');
  await page.getByRole('heading', { name: 'Discord did not sign you in' }).waitFor();
  await audit(t, page, 'failure');
});

/** Opens the URL to which a program sends a browser, and signs in there. */
async function signInFor({ page, server }: Visit, client_id = 'tool', redirect_uri = WEB): Promise<void> {
  await page.goto(authorizeAddress(server, { client_id, redirect_uri, ...PKCE }));
  await submit(page, { Name: 'Hana', Password: PASSWORD }, 'Sign in');
}

inBrowserWith({ server: {} }, 'a sign-in leads back to a program with consent, and to a device', async (t, visit) => {
  const { page, server, requests, elsewhere } = visit;
  elsewhere.push(new URL(WEB).origin);
  await people(server);
  const returned = () => requests.filter((url) => url.startsWith(`${WEB}?code=`)).length;
  await signInFor(visit);
  await submit(page, {}, 'Allow');
  await untilLost(page);
  t.is(returned(), 1);
  await page.context().clearCookies();
  // The policy of the sign-in forbids its form to lead to another host.
  await signInFor(visit);
  await untilLost(page);
  t.is(returned(), 2);
  await page.context().clearCookies();
  const { json } = await post(server, '/device', { client_id: 'app', scope: 'character_read' });
  await page.goto(`${server.url}/account/device?user_code=${json.user_code}`);
  await submit(page, { Name: 'Hana', Password: PASSWORD }, 'Sign in');
  t.is(await page.getByLabel('Code').inputValue(), json.user_code, 'it is filled in');
  t.deepEqual(await violations(page), []);
  await submit(page, {}, 'Continue');
  await page.getByText('Any program can use this name.').waitFor();
  await submit(page, {}, 'Allow');
  await page.getByRole('heading', { name: 'The device is signed in' }).waitFor();
  t.deepEqual(await violations(page), []);
});

const NO_SCRIPT = { server: {}, javaScriptEnabled: false };

/** A program on the device, which waits for the browser at a free port. */
async function listen(t: ExecutionContext, host: string) {
  const text = 'You can close this page.';
  const answer = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`;
  const program = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(answer)));
  await once(program.listen(0, host.replace(/[[\]]/g, '')), 'listening');
  t.teardown(() => program.close());
  return `http://${host}:${(program.address() as AddressInfo).port}/signed-in`;
}

inBrowserWith(NO_SCRIPT, 'the consent page leads back to a program on the device', async (t, visit) => {
  const { page, server, elsewhere } = visit;
  await people(server, ['1:1', '1:2']);
  const redirect_uris = '["http://127.0.0.1/signed-in", "http://[::1]/signed-in"]';
  await server.store.clients.update('app', { redirect_uris });
  for (const [button, parameter, host] of [
    ['Do not allow', 'error', '127.0.0.1'],
    ['Allow', 'code', '127.0.0.1'],
    ['Allow', 'code', '[::1]'],
  ] as const) {
    await page.context().clearCookies();
    const back = await listen(t, host);
    elsewhere.push(new URL(back).origin);
    await signInFor(visit, 'app', back);
    await page.getByText('Any program can use this name').waitFor();
    await page.getByLabel('Bram Oster').check();
    await submit(page, {}, button);
    await page.getByText('You can close this page.').waitFor();
    const url = new URL(page.url());
    t.is(url.origin + url.pathname, back);
    t.is(url.searchParams.get('state'), 's');
    t.truthy(url.searchParams.get(parameter));
  }
});
