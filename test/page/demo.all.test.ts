import { existsSync } from 'node:fs';
import test from 'ava';
import { serve } from '../helpers/cli/serving.js';
import { LONG } from '../helpers/until.js';
import { launchBrowser, tryRoute } from './browser.js';
import { CHROMIUM } from './chromium.js';

const inChromium = existsSync(CHROMIUM) ? test : test.skip;

inChromium('on a demo, the first call needs no token, which stays in memory', async (t) => {
  t.timeout(LONG);
  const { url, token } = await serve(t, ['--demo', '--demo-size', '0.01', '--database', ':memory:'], {
    last: /login --url/,
  });
  const context = await (await launchBrowser()).newContext();
  t.teardown(() => context.close());
  const page = await context.newPage();
  await page.goto(`${url}/ws/v2.0/documentation`);
  await tryRoute({ page }, 'GET /character/{uid}');
  const form = page.getByRole('form', { name: 'Try it: GET /character/{uid}', exact: true });
  const gotten = page.waitForResponse('**/demo-token');
  await form.getByRole('button', { name: 'Use the demo character' }).click();
  await (await gotten).finished();
  await page.waitForFunction("document.querySelector('#try-read-character-token').value !== ''");
  t.is(await form.getByLabel('Token', { exact: true }).inputValue(), token);
  await form.getByRole('button', { name: 'Send' }).click();
  await page.locator('form.trying .status', { hasText: '200 OK' }).waitFor();
  const kept = '[location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie]';
  t.false((await page.evaluate<string>(`JSON.stringify(${kept})`)).includes(token));
});
