import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Violation[] };
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary}`));
}

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

/** Both themes, on a desk and in a hand. */
export const looks = [
  { colorScheme: 'light', viewport: desktop },
  { colorScheme: 'dark', viewport: desktop },
  { colorScheme: 'light', viewport: phone },
  { colorScheme: 'dark', viewport: phone },
] as const;

/** Both themes, on a phone, a tablet, a small window, a desk and a wide screen. */
export const everyLook = [
  phone,
  { width: 768, height: 1024 },
  { width: 1100, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
].flatMap((viewport) => (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, viewport })));
