import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { get, host, stop, tokenIn } from '../helpers/cli/hosted.js';
import { lastingDatabase } from '../helpers/database.js';
import { startServer } from '../helpers/server.js';
import { freePort } from '../helpers/servers/free-port.js';
import { addEvents } from '../helpers/stream.js';
import { LONG, until } from '../helpers/until.js';
import { inChromium, launchBrowser, submit, tryRoute } from './browser.js';

/** Ways through a service that runs as a host runs it. */

const root = fileURLToPath(new URL('../../../', import.meta.url));

const PASSWORD = 'words of a first session';
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
  const token = form.getByLabel('Token', { exact: true });
  await until(async () => (await token.inputValue()) !== '', { what: 'the token is there' });
  t.is(await token.inputValue(), tokenIn(demo));
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
  const given = /^ {2}export TOKEN=(\S+)$/m.exec(printed.join('\n'))?.[1] ?? '';
  t.true(printed.includes('Hana Veil allows character_read for 3600 seconds:'), printed.join('\n'));
  t.is(await get(demo, '/character', given), 200);
  t.is(await stop(demo, 'SIGTERM'), 0);
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
