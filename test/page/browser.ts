import { existsSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Server, type ServerSetup, startServer } from '../helpers/server.js';

/** Debian's browser. Where it is missing, the tests that need one are reported as skipped. */
const CHROMIUM = '/usr/bin/chromium';

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

/** How long a browser may take over a step on a busy machine before that counts as a hang, in milliseconds. Never a measure. */
const HANG = 100_000;

/** A page that was opened, and all that was seen of it. */
export interface Visit {
  page: Page;
  server: Server;
  /** The addresses that were asked for, in order. */
  requests: string[];
  /** What the console said of errors and violations of the policy. */
  problems: string[];
}

let browser: Promise<Browser> | undefined;

test.after.always(async () => (await browser)?.close());

type Work = (t: ExecutionContext, visit: Visit) => Promise<void>;

/** A test in a browser, with a server and a page of its own. No request may leave the host, and nothing may be complained of. */
export const inBrowser = existsSync(CHROMIUM) ? inRealBrowser : skipped;

interface Setup extends BrowserContextOptions {
  server?: ServerSetup;
  /** Unix milliseconds that the device believes it is; the server's own time otherwise. */
  deviceTime?: number;
}

function inRealBrowser(
  title: string,
  work: Work,
  { server: serverSetup = {}, deviceTime, ...options }: Setup = {},
): void {
  test.serial(title, async (t) => {
    t.timeout(HANG);
    browser ??= chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS, timeout: HANG });
    const server = await startServer(serverSetup);
    const context = await (await browser).newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', ...options });
    try {
      context.setDefaultTimeout(HANG);
      const page = await context.newPage();
      const now = deviceTime ?? server.time.now;
      await page.clock.install({ time: now - 60_000 });
      await page.clock.pauseAt(now);
      const visit: Visit = { page, server, requests: [], problems: [] };
      page.on('request', (request) => visit.requests.push(request.url()));
      page.on('console', (message) => {
        if (message.type() !== 'log') visit.problems.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => visit.problems.push(error.message));
      await work(t, visit);
      const { origin } = new URL(server.url);
      t.deepEqual(
        visit.requests.filter((url) => new URL(url).origin !== origin),
        [],
        'no request leaves the host',
      );
      t.deepEqual(visit.problems, [], 'the console has nothing to complain of');
    } finally {
      await context.close();
      await server.close();
    }
  });
}

function skipped(title: string): void {
  test.skip(`${title} (there is no ${CHROMIUM})`, () => {});
}

/** Opens the page, and waits until it has asked for all that it begins with. */
export async function open({ page, server }: Pick<Visit, 'page' | 'server'>): Promise<void> {
  await page.goto(`${server.url}/documentation`);
  await page.locator('#clock-time', { hasText: /\d\d:\d\d:\d\d/ }).waitFor();
  await page.locator('#limits .left', { hasText: 'calls left' }).first().waitFor();
}

/** Opens the explorer of a page. */
export async function openExplorer({ page }: Pick<Visit, 'page'>): Promise<void> {
  await page.getByRole('button', { name: 'Open the explorer' }).click();
  await page.getByLabel('Token', { exact: true }).waitFor();
}
