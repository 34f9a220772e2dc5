import { type Goal, isReached, type Line } from '../row.js';

/** A figure with three digits, as many as such measurements are good for: `0.456`, `45.6`, `45,600`. */
export function showNumber(figure: number): string {
  if (figure === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(figure))));
  return figure.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The median, and between which figures it lies. */
export function showFigure({ figure: { median, least, most } }: Pick<Line, 'figure'>): string {
  if (least === most) return showNumber(median);
  return `${showNumber(median)} (${showNumber(least)}–${showNumber(most)})`;
}

export function showGoal(goal: Goal): string {
  return 'atLeast' in goal ? `at least ${showGoalNumber(goal.atLeast)}` : `at most ${showGoalNumber(goal.atMost)}`;
}

function showGoalNumber(figure: number): string {
  return figure.toLocaleString('en');
}

export function showReached(line: Line): string {
  const reached = isReached(line);
  return reached === undefined ? '' : reached ? 'reached' : 'NOT reached';
}
