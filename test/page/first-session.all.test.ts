import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { get, host, stop } from '../helpers/cli/hosted.js';
import { LONG } from '../helpers/until.js';
import { launchBrowser } from './browser.js';
import { CHROMIUM } from './chromium.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const inChromium = existsSync(CHROMIUM) ? test : test.skip;

inChromium('a newcomer goes from the printed lines to a program that holds a token', async (t) => {
  t.timeout(LONG);
  const demo = await host(t, ['--demo', '--demo-size', '0.1', '--database', ':memory:'], /login --url/);
  const [link = '', login = ''] = demo.printed.slice(-2).map((line) => line.trim());
  const context = await (await launchBrowser()).newContext({ locale: 'en-GB' });
  t.teardown(() => context.close());
  const page = await context.newPage();

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('words of a first session');
  await page.getByLabel('New password, again').fill('words of a first session');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await page.getByRole('heading', { name: 'What programs may do' }).waitFor();

  // The judgement of passwords loads a separate part of the bundle.
  await page.goto(`${demo.url}/ws/v2.0/account/my-programs`);
  await page.getByLabel('Name').fill('SVCAPI');
  await page.getByLabel('Redirect addresses').fill('https://tools.example/');
  await page.getByRole('button', { name: 'Register' }).click();
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
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('You can close this page, and return to the program.').waitFor();
  }
  const token = /^ {2}export TOKEN=(\S+)$/m.exec(printed.join('\n'))?.[1] ?? '';
  t.true(printed.includes('Hana Veil allows character_read for 3600 seconds:'), printed.join('\n'));
  t.is(await get(demo, '/character', token), 200);
  t.is(login, `svcapi login --url ${demo.url}`);
  t.is(await stop(demo, 'SIGTERM'), 0);
});
