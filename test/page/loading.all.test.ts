import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { rows } from '../helpers/reference.js';
import { inBrowser, open, tryRoute } from './browser.js';

/** The most bytes of the page before it can be used. */
const BUDGET = 60_000;

const nameOf = (url: string) => new URL(url).pathname.replace(/-[A-Z0-9]{8}\./, '.').replace(/^\/ws\/v2\.0\//, '');

test('the scripts and styles of the page have at most 32 kB', (t) => {
  const folder = join(import.meta.dirname, '../../page');
  const names = readdirSync(folder).filter((name) => /^(main|style|no-script)-/.test(name));
  const sizes = names.map((name) => statSync(join(folder, name)).size);
  t.true(names.length === 3 && sizes.reduce((sum, size) => sum + size) <= 32_000, `${names}: ${sizes}`);
});

inBrowser('the page is small, and loads all of its files at once', async (t, visit) => {
  const { page, requests } = visit;
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    );
  });
  await open(visit);
  t.deepEqual([...new Set(requests.map(nameOf))].sort(), [
    'api/time',
    'documentation',
    'documentation/icon.svg',
    'documentation/main.js',
    'documentation/style.css',
  ]);
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size);
  t.true(total < BUDGET, `${total} bytes`);
  t.log(`${total} bytes`);
  requests.splice(0);
  await tryRoute(visit, 'GET /character/{uid}');
  t.deepEqual(requests, []);
});

inBrowser(
  'without scripts the page can be read, and shows nothing that needs them',
  async (t, visit) => {
    const { page, server } = visit;
    await page.goto(`${server.url}/documentation`);
    t.is(await page.getByRole('article').count(), rows.length);
    t.true(await page.locator('#clock-earth noscript').isVisible());
    const tools = await page.locator('button, form, #filter, svg').all();
    t.true(tools.length > rows.length);
    for (const tool of tools) t.false(await tool.isVisible());
  },
  { javaScriptEnabled: false },
);

inBrowser('the page works behind a proxy that adds a prefix', async (t, visit) => {
  const { page, server } = visit;
  const prefix = `${new URL(server.url).origin}/space`;
  await page.route(`${prefix}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('/space', '') });
    await route.fulfill({ response });
  });
  await page.goto(`${prefix}/ws/v2.0/documentation`);
  await page.locator('#clock-time', { hasText: /\d\d:\d\d:\d\d/ }).waitFor();
  await tryRoute(visit, 'GET /character/{uid}');
  t.true(visit.requests.every((url) => url.startsWith(prefix)));
});
