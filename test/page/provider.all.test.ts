import type { ExecutionContext } from 'ava';
import { type HonestProvider, honestProvider } from '../helpers/servers/honest-provider.js';
import { accountFor, PASSWORD } from '../helpers/visitor.js';
import { audit } from './audit.js';
import { inBrowser, type Visit } from './browser.js';

interface ProviderVisit extends Visit {
  provider: HonestProvider;
}

/** Declares a test of a service with a provider, which starts with the test. */
function withProvider(
  title: string,
  work: (t: ExecutionContext, visit: ProviderVisit) => Promise<void>,
  options: Parameters<typeof inBrowser>[2] = {},
): void {
  const oidc = { issuer: '', clientId: '', clientSecret: '', name: 'Discord', create: true };
  inBrowser(
    title,
    async (t, visit) => {
      const provider = await honestProvider(t, { create: true });
      Object.assign(oidc, provider.options);
      await work(t, { ...visit, provider });
      const { requests } = visit;
      const others = requests.filter((address) => !address.startsWith(oidc.issuer));
      t.true(others.length < requests.length, 'the browser was at the provider');
      requests.splice(0, requests.length, ...others);
    },
    { ...options, server: { oidc } },
  );
}

/** Opens the page on which a player who has signed in with a password connects the account. */
async function openPassword({ page, server }: Visit): Promise<void> {
  await accountFor(server.store, 'Hana Veil');
  await page.goto(`${server.url}/account/sign-in`);
  await page.getByLabel('Name').fill('Hana Veil');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Password' }).click();
}

withProvider(
  'a player connects under Password, and signs in by the provider from then on, without a script',
  async (t, visit) => {
    const { page, server } = visit;
    await openPassword(visit);
    await page.getByRole('button', { name: 'Connect with Discord' }).click();
    await page.getByText('Your account is connected: Discord').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.goto(`${server.url}/account/tokens`);
    await page.getByRole('button', { name: 'Sign in with Discord' }).click();
    await page.getByRole('heading', { name: 'Personal tokens' }).waitFor();
    t.is(page.url(), `${server.url}/account/tokens`, 'neither code nor state stays in the address');
  },
  { javaScriptEnabled: false },
);

withProvider(
  'the audit finds nothing on the pages of a provider, and nothing is wider than they are',
  async (t, visit) => {
    const { page, provider, problems, server } = visit;
    const signIn = async () => {
      await page.goto(`${server.url}/account/sign-in`);
      await page.getByRole('button', { name: 'Sign in with Discord' }).click();
    };
    await openPassword(visit);
    await audit(t, page, 'password of an account that can be connected');
    await page.getByRole('button', { name: 'Connect with Discord' }).click();
    await page.getByText('Your account is connected: Discord').waitFor();
    await audit(t, page, 'password of a connected account');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.goto(`${server.url}/account/sign-in`);
    await audit(t, page, 'sign-in');
    provider.person = 'somebody-new';
    await signIn();
    await page.getByRole('heading', { name: 'Choose a name' }).waitFor();
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('alert').waitFor();
    await audit(t, page, 'newcomer with a mistake');
    await page.getByLabel('Name').fill('Cleo');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'What programs may do' }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    provider.person = undefined;
    await signIn();
    await page.getByRole('heading', { name: 'Discord did not sign you in' }).waitFor();
    await audit(t, page, 'failure');
    const others = problems.filter((problem) => !/the server responded with a status of 4\d\d/.test(problem));
    problems.splice(0, problems.length, ...others);
  },
);
