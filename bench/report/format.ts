import { type Goal, isReached, type Line } from '../row.js';

/** Returns a number with three digits, which is the precision of such measurements: `0.456`, `45.6`, `45,600`. */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Returns the median, with the lowest and the highest value. */
export function formatSummary({ summary: { median, least, most } }: Pick<Line, 'summary'>): string {
  if (least === most) return formatNumber(median);
  return `${formatNumber(median)} (${formatNumber(least)}–${formatNumber(most)})`;
}

export function formatGoal(goal: Goal): string {
  return 'atLeast' in goal ? `at least ${formatGoalNumber(goal.atLeast)}` : `at most ${formatGoalNumber(goal.atMost)}`;
}

function formatGoalNumber(value: number): string {
  return value.toLocaleString('en');
}

export function formatReached(line: Line): string {
  const reached = isReached(line);
  return reached === undefined ? '' : reached ? 'reached' : 'NOT reached';
}
