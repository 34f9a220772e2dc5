import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test, { type ExecutionContext } from 'ava';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { type Server, type ServerSetup, startServer } from '../helpers/server.js';

/** The browser of Debian and its relatives: the one without windows where it is installed, which takes 40 % less time. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

/** Declares a test that needs a browser, and is skipped without one. */
export const inChromium = CHROMIUM === undefined ? test.serial.skip : test.serial;

/** Milliseconds after which a step of the browser counts as hung, on the busiest machine. */
const HANG = 250_000;

let browser: Promise<Browser> | undefined;
let shared: Promise<Server> | undefined;

/** Returns the browser of this process. As root, in a container, it cannot make a sandbox. */
export function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-sync', '--disable-quic'];
  browser ??= chromium.launch({ executablePath: CHROMIUM ?? '', args, timeout: HANG });
  return browser;
}

test.after.always(async () => {
  await (await browser)?.close();
  await (await shared)?.close();
});

/** An open page, and what was recorded of it. */
export interface Visit {
  page: Page;
  server: Server;
  /** The requested URLs, in order. */
  requests: string[];
  /** Errors and policy violations of the console. */
  problems: string[];
  /** Origins of others that the page may lead to. */
  elsewhere: string[];
}

interface Setup extends BrowserContextOptions {
  /** A separate server; without it, the tests of a process share one. */
  server?: ServerSetup;
  /** The clock of the device, in Unix milliseconds; the server's by default. */
  deviceTime?: number;
  /** Pages answer with 4xx, which Chromium reports in the console. */
  isRefused?: boolean;
}

type Work = (t: ExecutionContext, visit: Visit) => Promise<void>;

/** Declares a test with a page. It fails on an error in the console, and on a request to another host. */
export const inBrowser = (title: string, work: Work) => inBrowserWith({}, title, work);

export function inBrowserWith(
  { server: setup, deviceTime, isRefused = false, ...options }: Setup,
  title: string,
  work: Work,
): void {
  // A field that gets the focus while the test types.
  const ignored = isRefused ? /^error: .*status of 4\d\d|: Autofocus processing/ : /: Autofocus processing/;
  inChromium(title, async (t) => {
    t.timeout(HANG);
    if (!setup) shared ??= startServer();
    const server = await (setup ? startServer(setup) : (shared as Promise<Server>));
    const permissions = ['clipboard-read', 'clipboard-write'];
    const place = { locale: 'en-GB', timezoneId: 'Europe/Berlin', permissions };
    const context = await (await launchBrowser()).newContext({ ...place, ...options });
    try {
      context.setDefaultTimeout(HANG);
      const page = await context.newPage();
      const now = deviceTime ?? server.time.now;
      await page.clock.install({ time: now - 60_000 });
      await page.clock.pauseAt(now);
      const visit: Visit = { page, server, requests: [], problems: [], elsewhere: [] };
      page.on('request', (request) => visit.requests.push(request.url()));
      page.on('console', (message) => {
        const line = `${message.type()}: ${message.text()}`;
        if (!/^log: /.test(line) && !ignored.test(line)) visit.problems.push(line);
      });
      page.on('pageerror', (error) => visit.problems.push(error.message));
      await work(t, visit);
      const allowed = [new URL(server.url).origin, ...visit.elsewhere];
      const others = visit.requests.filter((url) => !allowed.includes(new URL(url).origin));
      t.deepEqual(others, [], 'no request leaves the host');
      t.deepEqual(visit.problems, [], 'the console shows no error');
    } finally {
      await context.close();
      if (setup) await server.close();
    }
  });
}

/** Opens the page, and waits until its first request is answered. */
export async function open({ page, server }: Visit, base = server.url): Promise<void> {
  await page.goto(`${base}/documentation`);
  await page.locator('#clock-time', { hasText: /\d\d:\d\d:\d\d/ }).waitFor();
}

/** Opens the form of a route, in its card. */
export async function tryRoute({ page }: Pick<Visit, 'page'>, route: string): Promise<Locator> {
  const card = page.locator(`article:has(form[aria-label="Try it: ${route}"])`);
  const summary = card.locator('.try > summary');
  if (!(await summary.isVisible())) await card.locator('summary').first().click();
  await summary.click();
  await card.getByRole('button', { name: 'Send' }).waitFor();
  return card;
}

/** Fills the form on a page and presses a button. */
export async function submit(page: Page, fields: Record<string, string>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** Waits until the browser has found that nothing answers where it was sent. */
export async function untilLost(page: Page): Promise<void> {
  await page.waitForFunction("location.protocol === 'chrome-error:'");
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the findings of an accessibility audit by every rule, best practices included. */
export async function violations(page: Page): Promise<string[]> {
  // The audit sets timers, which stop with the clock of the page.
  await page.clock.resume();
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe);
  const found = await page.evaluate<{ id: string; nodes: { html: string; failureSummary: string }[] }[]>(
    'axe.run().then(({ violations }) => violations)',
  );
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary}`));
}

const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

/** Checks that nothing is wider than the page in a window of this width. */
export async function fits(
  t: ExecutionContext,
  page: Page,
  { width, height } = { width: 320, height: 640 },
  name = '',
) {
  await page.setViewportSize({ width, height });
  const actual = await page.evaluate<number>('document.documentElement.scrollWidth');
  t.true(actual <= width, `${name}: ${actual} of ${width} pixels`);
}

/** Audits a page on a phone with the light theme and on a desktop with the dark one, also for what is wider than the page. */
export async function audit(t: ExecutionContext, page: Page, name: string): Promise<void> {
  await fits(t, page, undefined, name);
  for (const [screen, colorScheme] of [
    [phone, 'light'],
    [desktop, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await fits(t, page, screen, name);
    t.deepEqual(await violations(page), [], `${name}, ${colorScheme}`);
  }
}
