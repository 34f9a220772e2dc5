import { existsSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { type Server, type ServerSetup, startServer } from '../helpers/server.js';
import { CHROMIUM } from './chromium.js';

const ARGUMENTS = [
  // As root, in a container, chromium cannot make a sandbox of its own.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/** Milliseconds after which a step of the browser counts as hung, on the busiest machine. */
const HANG = 250_000;

/** An open page, and what was recorded of it. */
export interface Visit {
  page: Page;
  server: Server;
  /** The requested addresses, in order. */
  requests: string[];
  /** Errors and policy violations of the console. */
  problems: string[];
}

let browser: Promise<Browser> | undefined;

/** Returns the browser of this process. */
export function launchBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS, timeout: HANG });
  return browser;
}

test.after.always(async () => (await browser)?.close());

/** Chromium's remark on a field that has the focus already, since the test types as soon as it is there. */
const TYPED_EARLY = /^Autofocus processing was blocked/;

type Work = (t: ExecutionContext, visit: Visit) => Promise<void>;

/**
 * Declares a test in a browser, with a server and a page of its own. It fails on any error, and on a request to another host. Without
 * a browser, it is reported as skipped.
 */
export const inBrowser = existsSync(CHROMIUM) ? inRealBrowser : skipped;

interface Setup extends BrowserContextOptions {
  server?: ServerSetup;
  /** The clock of the device, in Unix milliseconds; the server's by default. */
  deviceTime?: number;
}

function inRealBrowser(
  title: string,
  work: Work,
  { server: serverSetup = {}, deviceTime, ...options }: Setup = {},
): void {
  test.serial(title, async (t) => {
    t.timeout(HANG);
    const server = await startServer(serverSetup);
    const context = await (await launchBrowser()).newContext({
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      ...options,
    });
    try {
      context.setDefaultTimeout(HANG);
      const page = await context.newPage();
      const now = deviceTime ?? server.time.now;
      await page.clock.install({ time: now - 60_000 });
      await page.clock.pauseAt(now);
      const visit: Visit = { page, server, requests: [], problems: [] };
      page.on('request', (request) => visit.requests.push(request.url()));
      page.on('console', (message) => {
        if (message.type() === 'log' || TYPED_EARLY.test(message.text())) return;
        visit.problems.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => visit.problems.push(error.message));
      await work(t, visit);
      const { origin } = new URL(server.url);
      t.deepEqual(
        visit.requests.filter((url) => new URL(url).origin !== origin),
        [],
        'no request leaves the host',
      );
      t.deepEqual(visit.problems, [], 'the console shows no error');
    } finally {
      await context.close();
      await server.close();
    }
  });
}

function skipped(title: string): void {
  test.skip(`${title} (there is no ${CHROMIUM})`, () => {});
}

/** Opens the page, and waits until its first request is answered. */
export async function open({ page, server }: Pick<Visit, 'page' | 'server'>): Promise<void> {
  await page.goto(`${server.url}/documentation`);
  await page.locator('#clock-time', { hasText: /\d\d:\d\d:\d\d/ }).waitFor();
}

/** Waits until the browser has found that nothing answers where it was sent. */
export async function untilLost(page: Page): Promise<void> {
  await page.waitForFunction("location.protocol === 'chrome-error:'");
}

/** Opens the form of a route, in its card. */
export async function tryRoute(visit: Pick<Visit, 'page'>, route: string): Promise<Locator> {
  const card = visit.page.locator(`article:has(form[aria-label="Try it: ${route}"])`);
  const summary = card.locator('.try > summary');
  if (!(await summary.isVisible())) await card.locator('summary').first().click();
  await summary.click();
  await card.getByRole('button', { name: 'Send' }).waitFor();
  return card;
}
