import { type Goal, isReached, type Line } from '../row.js';

/** A figure with three digits, as many as such measurements are good for: `0.456`, `45.6`, `45,600`. */
export function formatNumber(figure: number): string {
  if (figure === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(figure))));
  return figure.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The median, and between which figures it lies. */
export function formatSummary({ summary: { median, least, most } }: Pick<Line, 'summary'>): string {
  if (least === most) return formatNumber(median);
  return `${formatNumber(median)} (${formatNumber(least)}–${formatNumber(most)})`;
}

export function formatGoal(goal: Goal): string {
  return 'atLeast' in goal ? `at least ${formatGoalNumber(goal.atLeast)}` : `at most ${formatGoalNumber(goal.atMost)}`;
}

function formatGoalNumber(figure: number): string {
  return figure.toLocaleString('en');
}

export function formatReached(line: Line): string {
  const reached = isReached(line);
  return reached === undefined ? '' : reached ? 'reached' : 'NOT reached';
}
