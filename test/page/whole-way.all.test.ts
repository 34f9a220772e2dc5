import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { get, type Hosted, host } from '../helpers/cli/hosted.js';
import { startProgram } from '../helpers/cli/program.js';
import { galaxyFile, openTestStore, postgresDatabase, postgresUrl } from '../helpers/database.js';
import { temporaryFolder } from '../helpers/folder.js';
import { loadGalaxy } from '../helpers/galaxy.js';
import { honestProvider } from '../helpers/servers/honest-provider.js';
import { LONG, until } from '../helpers/until.js';
import { CHALLENGE, VERIFIER, WEB } from '../server/oauth/flow.js';
import { violations } from './audit.js';
import { launchBrowser, untilLost } from './browser.js';
import { CHROMIUM } from './chromium.js';

const PASSWORD = 'words of the whole way';

/** Makes a database of PostgreSQL with the small galaxy. */
async function onPostgres(t: ExecutionContext): Promise<string> {
  const address = await postgresDatabase(t);
  const store = await openTestStore(address);
  await loadGalaxy(store);
  await store.close();
  return address;
}

/** The player's browser, and the service on which they walk. */
interface Walk {
  t: ExecutionContext;
  page: Page;
  served: Hosted;
  database: string;
  /** True when the service has a provider, by which the player signs in. */
  hasProvider: boolean;
  /** Audits the page that is open, in both themes. */
  audit(name: string): Promise<void>;
}

/** Starts the provider of a community, and returns the settings of a service that uses it. */
async function providerSettings(t: ExecutionContext): Promise<string[]> {
  const { issuer, clientId, clientSecret, name } = (await honestProvider(t)).options;
  const file = join(temporaryFolder(), 'secret');
  await writeFile(file, clientSecret);
  return [
    ...['--oidc-issuer', issuer, '--oidc-client-id', clientId],
    ...['--oidc-client-secret-file', file, '--oidc-name', name],
  ];
}

/** Opens a browser beside a service of a host. */
async function begin(t: ExecutionContext, database: string, hasProvider: boolean): Promise<Walk> {
  const served = await host(t, ['--database', database, ...(hasProvider ? await providerSettings(t) : [])]);
  const context = await (await launchBrowser()).newContext({ locale: 'en-GB' });
  t.teardown(() => context.close());
  const page = await context.newPage();
  const audit = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      t.deepEqual(await violations(page), [], `${name}, ${colorScheme}`);
    }
  };
  return { t, page, served, database, hasProvider, audit };
}

/** The host invites a player, who opens the link and chooses a way to sign in. */
async function accept({ t, page, served, database, hasProvider, audit }: Walk): Promise<void> {
  const invite = ['account', 'invite', 'Hana', '--character', '1:1', '--database', database];
  const { ended } = startProgram([...invite, '--public-url', served.url], { HOME: '/nonexistent' });
  const { code, stdout, stderr } = await ended;
  t.is(code, 0, stderr);
  await page.goto(stdout.trim());
  await audit('invitation');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password, again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await page.getByText('No program may act for you.').waitFor();
  if (hasProvider) {
    await page.getByRole('link', { name: 'Password' }).click();
    await page.getByRole('button', { name: 'Connect with Discord' }).click();
    await page.getByText('Your account is connected: Discord signs you in.').waitFor();
    await page.getByRole('link', { name: 'Programs', exact: true }).click();
  }
  await audit('programs, none yet');
}

/** The player registers a program, and copies its secret. */
async function register({ t, page, audit }: Walk): Promise<{ id: string; secret: string }> {
  await page.getByRole('link', { name: 'My programs' }).click();
  await page.getByLabel('Name').fill('Lantern tools');
  await page.getByLabel('Redirect addresses').fill(WEB);
  await audit('my programs');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'The secret of the program' }).waitFor();
  await audit('program with its secret');
  await page.locator('.secret').click();
  const secret: string = await page.evaluate('getSelection().toString().trim()');
  t.is(secret, await page.locator('.secret').innerText(), 'one click selects it');
  return { id: new URL(page.url()).pathname.split('/').at(-1) ?? '', secret };
}

/** The program sends the browser to the service, where the player agrees; returns the code that it gets. */
async function connect({ t, page, served, audit }: Walk, id: string): Promise<string> {
  const scope = 'character_read character_credits';
  const asked = { response_type: 'code', client_id: id, redirect_uri: WEB, scope, state: 's' };
  const query = new URLSearchParams({ ...asked, code_challenge: CHALLENGE, code_challenge_method: 'S256' });
  await page.goto(`${served.url}/ws/oauth2/auth?${query}`);
  await page.getByRole('heading', { name: 'Let Lantern tools act for Hana Veil?' }).waitFor();
  const metadata = await page.locator('.metadata').innerText();
  t.deepEqual(metadata.split(/\s*\n\s*/), [
    ...['Registered by', 'the player Hana'],
    ...['You will return to', 'tools.example'],
    ...['Program', 'Lantern tools'],
  ]);
  t.is(
    await page.locator('.permissions li').nth(1).innerText(),
    'Read the credits and the credit log of the character.\ncharacter_credits',
  );
  await audit('consent');
  // Nothing answers there.
  const sentBack = page.waitForRequest((request) => request.url().startsWith(WEB));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const address = new URL((await sentBack).url());
  await untilLost(page);
  return address.searchParams.get('code') ?? '';
}

/** The program exchanges its code for a token. */
async function exchange({ served }: Walk, { id, secret }: { id: string; secret: string }, code: string) {
  const form = { grant_type: 'authorization_code', redirect_uri: WEB, code, code_verifier: VERIFIER };
  const response = await fetch(`${served.url}/ws/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** The player finds the access in their account, and ends it. */
async function end({ page, served, audit }: Walk): Promise<void> {
  await page.goto(`${served.url}/ws/v2.0/account`);
  await page.locator('.card', { hasText: /Last used\s*\d{4}-\d\d-\d\d from 127\.0\.0\.1/ }).waitFor();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await audit('programs');
  await page.getByRole('button', { name: /^End this access/ }).click();
  await page.getByText('The access has ended.').waitFor();
  await audit('programs, after the end');
}

/** The player looks at the pages that remain, and leaves. */
async function leave({ page, served, audit }: Walk): Promise<void> {
  for (const name of ['Tokens', 'Sessions', 'Password']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.locator(`[aria-current]:text-is("${name}")`).waitFor();
    await audit(name);
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await audit('signed out');
  await page.goto(`${served.url}/ws/v2.0/documentation`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

for (const [kind, makeDatabase, isThere, hasProvider] of [
  ['SQLite', () => galaxyFile(), true, false],
  ['SQLite, by a provider', () => galaxyFile(), true, true],
  ['PostgreSQL', onPostgres, postgresUrl !== undefined, false],
] as const) {
  const inChromium = existsSync(CHROMIUM) && isThere ? test.serial : test.serial.skip;
  inChromium(`the whole way: invitation, program, consent, call, end of the access, on ${kind}`, async (t) => {
    t.timeout(LONG);
    const walk = await begin(t, await makeDatabase(t), hasProvider);
    await accept(walk);
    const program = await register(walk);
    const token = await exchange(walk, program, await connect(walk, program.id));
    t.is(await get(walk.served, '/character/1:1/credits', token), 200);
    await end(walk);
    // Each instance may know the token for a second.
    const status = () => get(walk.served, '/character/1:1/credits', token);
    await until(async () => (await status()) === 401, { what: 'the token has ended' });
    await leave(walk);
  });
}
