import { permissionNames } from '../../src/domain/permission.js';
import { NOW } from '../helpers/galaxy.js';
import { accountFor, PASSWORD } from '../helpers/visitor.js';
import { post } from '../server/oauth/flow.js';
import { audit } from './audit.js';
import { inBrowser, type Visit } from './browser.js';

async function invited({ server }: Visit): Promise<string> {
  const id = await server.store.accounts.create('Hana Veil', ['1:1', '1:2'], NOW);
  const code = await server.store.invitations.create(id, NOW, NOW + 86_400);
  return `${server.url}/account/invitation?code=${code}`;
}

async function signIn({ page, server }: Visit, name = 'Hana Veil'): Promise<void> {
  await page.goto(`${server.url}/account/sign-in`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'What programs may do' }).waitFor();
}

/** Forgets the lines that Chromium writes about answers of 400 and above. */
function forgetStatuses({ problems }: Visit): void {
  const others = problems.filter((problem) => !/the server responded with a status of 4\d\d/.test(problem));
  problems.splice(0, problems.length, ...others);
}

/** Opens each page with something on it, and calls the work there. */
async function everyPage(visit: Visit, work: (name: string) => Promise<void>): Promise<void> {
  const { page, server } = visit;
  await page.goto(await invited(visit));
  await work('invitation');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await work('invitation with a mistake');
  await page.goto(`${server.url}/account/invitation?code=none`);
  await work('used invitation');
  await page.goto(`${server.url}/account/sign-in`);
  await work('sign-in');
  const id = await accountFor(server.store, 'Cleo', ['1:3', '1:4']);
  const grant = { client_id: 'console', character_uid: '1:3', permissions: permissionNames, expires_at: NOW + 86_400 };
  await server.store.grants.create({ ...grant, account_id: id }, NOW);
  await signIn(visit, 'Cleo');
  for (const summary of await page.locator('summary').all()) await summary.click();
  await work('access');
  await page.getByRole('link', { name: 'Tokens' }).click();
  await page.getByLabel('character_read').check();
  await page.getByRole('button', { name: 'Make the token' }).click();
  await work('tokens with a new one');
  await page.getByRole('button', { name: 'Make the token' }).click();
  await work('tokens with a mistake');
  await page.getByRole('link', { name: 'Sessions' }).click();
  await work('sessions');
  await page.getByRole('link', { name: 'My programs' }).click();
  await page.getByRole('button', { name: 'Register' }).click();
  await work('my programs with a mistake');
  await page.getByLabel('Name').fill('Lantern tools');
  await page.getByLabel('Redirect addresses').fill('https://tools.example/in');
  await page.getByRole('button', { name: 'Register' }).click();
  await work('a program with its secret');
  await page.getByRole('link', { name: 'Password' }).click();
  await work('password');
  await page.goto(`${server.url}/account/nothing`);
  await work('no such page');
  await page.goto(`${server.url}/account/device`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await work('device with a mistake');
  const owned = { owner_id: id, is_public: 1, application_type: 'native' } as const;
  await server.store.clients.create({ id: 'lantern', name: 'Lantern tools', ...owned }, NOW);
  const scope = [...permissionNames, 'openid', 'x'.repeat(60)].join(' ');
  const { json } = await post(server, '/device', { client_id: 'lantern', scope });
  await page.getByLabel('Code').fill(json.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Which character?').waitFor();
  await work('consent');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await work('signed out');
  forgetStatuses(visit);
}

inBrowser(
  'the audit finds nothing on the pages of an account, and nothing is wider than they are',
  async (t, visit) => {
    await everyPage(visit, (name) => audit(t, visit.page, name));
  },
);

inBrowser('the keyboard is enough to sign in, and leads from a mistake to its field', async (t, visit) => {
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
  forgetStatuses(visit);
});
