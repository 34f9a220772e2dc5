import type { Outcome } from '../outcome.js';
import { isReached, type Line, marginOf } from '../row.js';
import { type Target, targets } from '../targets.js';
import { formatBeside, formatGoal, formatReached, formatSummary } from './format.js';
import { renderCells } from './table.js';

/** Returns the table of all goals of the service: where several lines are about one goal, the one that comes off worst. */
export function renderTargets(outcomes: readonly Outcome[]): string {
  const lines = outcomes.flatMap((outcome) => outcome.lines);
  const head = ['', 'to reach', 'measured', '', 'by processor time', 'of Koa with one writeHead'];
  const titles = Object.keys(targets) as Target[];
  const rows = titles.map((title) => renderTarget(title, lines));
  return [renderCells(head), '|---|---|---|---|---|---|', ...rows].join('\n');
}

function renderTarget(title: Target, lines: readonly Line[]): string {
  const about = lines.filter(({ target }) => target === title);
  const [worst] = about.toSorted((one, other) => marginOf(one) - marginOf(other));
  // A run has goals of its own where they depend on the version of Node.js.
  const goal = formatGoal(worst?.goal ?? targets[title]);
  if (worst === undefined) return renderCells([title, goal, 'not measured', '', '', '']);
  const reached = about.filter((line) => isReached(line)).length;
  const among = about.length === 1 ? '' : ` (${worst.what}; ${reached} of ${about.length} reach it)`;
  return renderCells([title, goal, `${formatSummary(worst)}${among}`, formatReached(worst), ...formatBeside(worst)]);
}
