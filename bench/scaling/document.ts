import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedRun } from '../run.js';
import { measuredBy } from './measured.js';
import { renderPlans } from './plan.js';
import { simulateDay } from './simulate.js';
import type { Sizes } from './sizes.js';

const BEGIN = '<!-- Begin of the plans: npm run docs writes them. -->';
const END = '<!-- End of the plans. -->';

/**
 * Returns the plans of docs/scaling.md, from the simulated day, the sizes in bench/scaling/sizes.json and the recorded run of the bench.
 *
 * @param root the folder of the checkout
 */
export function readPlans(root: string): string {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return renderPlans({
    day: simulateDay(),
    measured: measuredBy(recordedRun(root)),
    sizes: JSON.parse(read('bench/scaling/sizes.json')) as Sizes,
  });
}

/** Returns docs/scaling.md with its plans made again. */
export function scalingPage(root: string): string {
  const page = readFileSync(join(root, 'docs/scaling.md'), 'utf8');
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before === -1 || after === -1) throw new Error('docs/scaling.md lost the comments around its plans');
  return `${page.slice(0, before)}${BEGIN}\n\n${readPlans(root)}\n\n${page.slice(after)}`;
}
