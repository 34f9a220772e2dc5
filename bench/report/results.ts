import type { Line } from '../row.js';
import type { Run } from '../run.js';
import { formatBeside, formatGoal, formatReached, formatSummary } from './format.js';
import { renderCells } from './table.js';
import { renderTargets } from './targets-table.js';

/** Returns all results of a run in Markdown, for whoever works on the speed of the service. */
export function renderRun({ outcomes }: Run): string {
  return `## Goals\n\n${renderTargets(outcomes)}\n\n## Results\n\n${renderResults(outcomes)}\n`;
}

function renderResults(outcomes: Run['outcomes']): string {
  const rows = outcomes.flatMap(({ what, lines, missing }) =>
    missing === undefined
      ? lines.map(renderLine)
      : [...lines.map(renderLine), renderCells([what, '', `not measured: ${missing}`, '', '', '', ''])],
  );
  const head = ['', 'to reach', 'measured', '', 'by processor time', 'of Koa with one writeHead', 'beside'];
  return [renderCells(head), '|---|---|---|---|---|---|---|', ...rows].join('\n');
}

function renderLine(line: Line): string {
  const { what, goal, unit, note = '' } = line;
  const measured = `${formatSummary(line)} ${unit}`;
  return renderCells([what, goal ? formatGoal(goal) : '', measured, formatReached(line), ...formatBeside(line), note]);
}
