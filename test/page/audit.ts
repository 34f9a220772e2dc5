import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Returns the findings of an accessibility audit by every rule, best practices included. */
export async function violations(page: Page): Promise<string[]> {
  // The audit sets timers, which stop with the clock of the page.
  await page.clock.resume();
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Violation[] };
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary}`));
}

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

/** A phone, a tablet, a small window, a desk and a wide screen. */
export const screens = [
  phone,
  { width: 768, height: 1024 },
  { width: 1100, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

export interface Look {
  name: string;
  width: number;
  colorScheme: 'light' | 'dark';
}

/** Shows a page on each screen in both themes, one after the other: to load it for each would take longer than most checks. */
export async function atEachLook(page: Page, work: (look: Look) => Promise<void>, sizes = screens): Promise<void> {
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await work({ name: `${colorScheme}, ${viewport.width} pixels wide`, width: viewport.width, colorScheme });
    }
  }
}

/** Audits a page on a desk and on a phone, in both themes, and sees that nothing is wider than it, in a window of 320 pixels too. */
export async function audit(t: ExecutionContext, page: Page, name: string): Promise<void> {
  const fits = async (width: number) => {
    const actual = await page.evaluate('document.documentElement.scrollWidth');
    t.true(Number(actual) <= width, `${name}: ${actual} of ${width} pixels`);
  };
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(320);
  await atEachLook(
    page,
    async (look) => {
      t.deepEqual(await violations(page), [], `${name}: ${look.name}`);
      await fits(look.width);
    },
    [phone, desktop],
  );
}
