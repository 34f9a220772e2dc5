import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { get, host } from '../helpers/cli/hosted.js';
import { startProgram } from '../helpers/cli/program.js';
import { galaxyFile, openTestStore, postgresDatabase, postgresUrl } from '../helpers/database.js';
import { temporaryFolder } from '../helpers/folder.js';
import { loadGalaxy } from '../helpers/galaxy.js';
import { honestProvider } from '../helpers/servers/honest-provider.js';
import { LONG, until } from '../helpers/until.js';
import { CHALLENGE, VERIFIER, WEB } from '../server/oauth/flow.js';
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

for (const [kind, makeDatabase, isThere, hasProvider] of [
  ['SQLite, by a provider', () => galaxyFile(), true, true],
  ['PostgreSQL', onPostgres, postgresUrl !== undefined, false],
] as const) {
  const inChromium = existsSync(CHROMIUM) && isThere ? test.serial : test.serial.skip;
  inChromium(`the whole way: invitation, program, consent, call, end of the access, on ${kind}`, async (t) => {
    t.timeout(LONG);
    const database = await makeDatabase(t);
    const served = await host(t, ['--database', database, ...(hasProvider ? await providerSettings(t) : [])]);
    const context = await (await launchBrowser()).newContext({ locale: 'en-GB' });
    t.teardown(() => context.close());
    const page = await context.newPage();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();

    // The host invites a player, who opens the link and chooses a way to sign in.
    const invite = ['account', 'invite', 'Hana', '--character', '1:1', '--database', database];
    const invited = await startProgram([...invite, '--public-url', served.url], { HOME: '/nonexistent' }).ended;
    t.is(invited.code, 0, invited.stderr);
    await page.goto(invited.stdout.trim());
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('New password, again').fill(PASSWORD);
    await press('Save and sign in');
    await page.getByText('No program may act for you.').waitFor();
    if (hasProvider) {
      await follow('Password');
      await press('Connect with Discord');
      await page.getByText('Your account is connected: Discord signs you in.').waitFor();
    }

    // The player registers a program, and copies its secret.
    await follow('My programs');
    await page.getByLabel('Name').fill('Lantern tools');
    await page.getByLabel('Redirect addresses').fill(WEB);
    await press('Register');
    await page.getByRole('heading', { name: 'The secret of the program' }).waitFor();
    await page.locator('.secret').click();
    const secret: string = await page.evaluate('getSelection().toString().trim()');
    t.is(secret, await page.locator('.secret').innerText(), 'one click selects it');
    const client_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    // The program sends the browser to the service, where the player agrees.
    const scope = 'character_read character_credits';
    const asked = { response_type: 'code', client_id, redirect_uri: WEB, scope, state: 's' };
    const query = new URLSearchParams({ ...asked, code_challenge: CHALLENGE, code_challenge_method: 'S256' });
    await page.goto(`${served.url}/ws/oauth2/auth?${query}`);
    await page.getByRole('heading', { name: 'Let Lantern tools act for Hana Veil?' }).waitFor();
    t.deepEqual((await page.locator('.metadata').innerText()).split(/\s*\n\s*/), [
      ...['Registered by', 'the player Hana'],
      ...['You will return to', 'tools.example'],
      ...['Program', 'Lantern tools'],
    ]);
    t.is(
      await page.locator('.permissions li').nth(1).innerText(),
      'Read the credits and the credit log of the character.\ncharacter_credits',
    );
    // Nothing answers there.
    const sentBack = page.waitForRequest((request) => request.url().startsWith(WEB));
    await press('Allow');
    const back = new URL((await sentBack).url()).searchParams;
    t.is(back.get('state'), 's');
    await untilLost(page);

    // The program exchanges its code for a token, and calls.
    const form = { grant_type: 'authorization_code', redirect_uri: WEB, code_verifier: VERIFIER };
    const response = await fetch(`${served.url}/ws/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, code: back.get('code') ?? '' }),
      headers: { Authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}` },
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    const status = () => get(served, '/character/1:1/credits', token);
    t.is(await status(), 200);

    // The player finds the access in their account, and ends it.
    await page.goto(`${served.url}/ws/v2.0/account`);
    await page.locator('.card', { hasText: /Last used\s*\d{4}-\d\d-\d\d from 127\.0\.0\.1/ }).waitFor();
    await page.getByRole('button', { name: /^End this access/ }).click();
    await page.getByText('The access has ended.').waitFor();
    // Each instance may know the token for a second.
    await until(async () => (await status()) === 401, { what: 'the token has ended' });

    // The player leaves.
    await press('Sign out');
    await page.getByText('You are signed out.').waitFor();
    await page.goto(`${served.url}/ws/v2.0/documentation`);
    await follow('Sign in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
}
