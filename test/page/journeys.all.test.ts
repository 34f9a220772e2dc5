import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { get, host, stop, tokenIn } from '../helpers/cli/hosted.js';
import { startProgram } from '../helpers/cli/program.js';
import { galaxyFile, lastingDatabase, openTestStore, postgresDatabase, postgresUrl } from '../helpers/database.js';
import { temporaryFolder } from '../helpers/folder.js';
import { loadGalaxy } from '../helpers/galaxy.js';
import { startServer } from '../helpers/server.js';
import { freePort } from '../helpers/servers/free-port.js';
import { honestProvider } from '../helpers/servers/honest-provider.js';
import { addEvents } from '../helpers/stream.js';
import { LONG, until } from '../helpers/until.js';
import { CHALLENGE, VERIFIER, WEB } from '../server/oauth/flow.js';
import { inChromium, launchBrowser, submit, tryRoute, untilLost } from './browser.js';

/** Ways through a service that runs as a host runs it. */

const root = fileURLToPath(new URL('../../../', import.meta.url));

const PASSWORD = 'words of the whole way';
const CHOSEN = { 'New password': PASSWORD, 'New password, again': PASSWORD };

async function newPage(t: ExecutionContext): Promise<Page> {
  t.timeout(LONG);
  const context = await (await launchBrowser()).newContext({ locale: 'en-GB' });
  t.teardown(() => context.close());
  return context.newPage();
}

inChromium('a newcomer goes from the printed lines to a first call, and to a program that holds a token', async (t) => {
  const page = await newPage(t);
  const demo = await host(t, ['--demo', '--demo-size', '0.1', '--database', ':memory:'], /login --url/);
  const [link = '', login = ''] = demo.printed.slice(-2).map((line) => line.trim());
  t.is(login, `svcapi login --url ${demo.url}`);

  await page.goto(`${demo.url}/ws/v2.0/documentation`);
  await tryRoute({ page }, 'GET /character/{uid}');
  const form = page.getByRole('form', { name: 'Try it: GET /character/{uid}', exact: true });
  await form.getByRole('button', { name: 'Use the demo character' }).click();
  await page.waitForFunction("document.querySelector('#try-read-character-token').value !== ''");
  t.is(await form.getByLabel('Token', { exact: true }).inputValue(), tokenIn(demo));
  await form.getByRole('button', { name: 'Send' }).click();
  await page.locator('form.trying .status', { hasText: '200 OK' }).waitFor();
  const kept = '[location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie]';
  t.false((await page.evaluate<string>(`JSON.stringify(${kept})`)).includes(tokenIn(demo)), 'it stays in memory');

  await page.goto(link);
  await submit(page, CHOSEN, 'Save and sign in');
  await page.getByRole('heading', { name: 'What programs may do' }).waitFor();
  await page.goto(`${demo.url}/ws/v2.0/account/my-programs`);
  await submit(page, { Name: 'SVCAPI', 'Redirect addresses': 'https://tools.example/' }, 'Register');
  await page.getByText('The service or a program of its host has this name').first().waitFor();

  const argv = ['examples/sign-in.mjs', demo.url, 'demo-program'];
  const program = spawn(process.execPath, argv, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => program.kill('SIGKILL'));
  const printed: string[] = [];
  for await (const line of createInterface(program.stdout)) {
    printed.push(line);
    const address = /^ {2}(http\S+)$/.exec(line)?.[1];
    if (address === undefined) continue;
    await page.goto(address);
    await page.getByText('Demo program').first().waitFor();
    await submit(page, {}, 'Allow');
    await page.getByText('You can close this page, and return to the program.').waitFor();
  }
  const token = /^ {2}export TOKEN=(\S+)$/m.exec(printed.join('\n'))?.[1] ?? '';
  t.true(printed.includes('Hana Veil allows character_read for 3600 seconds:'), printed.join('\n'));
  t.is(await get(demo, '/character', token), 200);
  t.is(await stop(demo, 'SIGTERM'), 0);
});

/** Returns a database with the small galaxy, of PostgreSQL where there is one. */
async function makeDatabase(t: ExecutionContext): Promise<string> {
  if (postgresUrl === undefined) return galaxyFile();
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
  const client = ['--oidc-client-id', clientId, '--oidc-client-secret-file', file, '--oidc-name', name];
  return ['--oidc-issuer', issuer, ...client];
}

inChromium('the whole way: invitation, provider, program, consent, call, end of the access', async (t) => {
  const page = await newPage(t);
  const database = await makeDatabase(t);
  const served = await host(t, ['--database', database, ...(await providerSettings(t))]);
  const press = (name: string) => submit(page, {}, name);
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();

  // The host invites a player, who opens the link and chooses a way to sign in.
  const invite = ['account', 'invite', 'Hana', '--character', '1:1', '--database', database];
  const invited = await startProgram([...invite, '--public-url', served.url], { HOME: '/nonexistent' }).ended;
  t.is(invited.code, 0, invited.stderr);
  await page.goto(invited.stdout.trim());
  await submit(page, CHOSEN, 'Save and sign in');
  await page.getByText('No program may act for you.').waitFor();
  await follow('Password');
  await press('Connect with Discord');
  await page.getByText('Your account is connected: Discord signs you in.').waitFor();

  // The player registers a program, and copies its secret.
  await follow('My programs');
  await submit(page, { Name: 'Lantern tools', 'Redirect addresses': WEB }, 'Register');
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

  // The player finds the access in their account, ends it, and leaves.
  await page.goto(`${served.url}/ws/v2.0/account`);
  await page.locator('.card', { hasText: /Last used\s*\d{4}-\d\d-\d\d from 127\.0\.0\.1/ }).waitFor();
  await page.getByRole('button', { name: /^End this access/ }).click();
  await page.getByText('The access has ended.').waitFor();
  t.is(await status(), 401);
  await press('Sign out');
  await page.getByText('You are signed out.').waitFor();
  await page.goto(`${served.url}/ws/v2.0/documentation`);
  await follow('Sign in');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

inChromium('the EventSource of a browser follows events, and continues by itself after a restart', async (t) => {
  const setup = { database: await lastingDatabase(t), port: await freePort(), accessTokenParameter: true };
  const one = await startServer(setup);
  const page = await newPage(t);
  await page.goto(`${one.url}/documentation`);
  const url = JSON.stringify(`${one.url}/events/personal?access_token=${one.token}`);
  await page.evaluate(`
    globalThis.received = [];
    globalThis.source = new EventSource(${url});
    source.onmessage = ({ lastEventId, data }) => received.push(lastEventId + ' ' + JSON.parse(data).text);
    new Promise((resolve) => source.addEventListener('place', resolve, { once: true }))`);
  const received = async (count: number) => {
    const hasAll = () => page.evaluate<boolean>(`received.length >= ${count}`);
    await until(hasAll, { what: `${count} messages have come` });
    return page.evaluate<string[]>('received');
  };
  await addEvents(one.store, [10, 11]);
  await received(2);
  await one.close();
  const two = await startServer(setup);
  t.teardown(() => two.close());
  await addEvents(two.store, [12]);
  await received(3);
  await addEvents(two.store, [13]);
  t.deepEqual(await received(4), ['39:10 Event 10', '39:11 Event 11', '39:12 Event 12', '39:13 Event 13']);
  await page.evaluate('source.close()');
});
