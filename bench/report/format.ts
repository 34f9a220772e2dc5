import { type Goal, isReached, type Line } from '../row.js';
import type { Summary } from '../statistics.js';

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

/** Returns a duration of so many seconds: `45 s`, or `12 minutes`. */
export function formatDuration(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} minutes`;
}

export function formatGoal(goal: Goal): string {
  return 'atLeast' in goal ? `at least ${formatGoalNumber(goal.atLeast)}` : `at most ${formatGoalNumber(goal.atMost)}`;
}

function formatGoalNumber(value: number): string {
  return value.toLocaleString('en');
}

/** Says whether a line reached its goal, and where its processor time says otherwise, that too. */
export function formatReached(line: Pick<Line, 'goal' | 'summary' | 'byTime'>): string {
  const reached = isReached(line);
  if (reached === undefined) return '';
  const words = (is: boolean) => (is ? 'reached' : 'falls short');
  const byTime = line.byTime && isReached({ ...line, summary: line.byTime });
  return byTime === undefined || byTime === reached
    ? words(reached)
    : `${words(reached)}; by processor time ${words(byTime)}`;
}

/** Returns the ratio by processor time, and both of the ratios to Koa with one writeHead. */
export function formatBeside({ byTime, lean }: Pick<Line, 'byTime' | 'lean'>): [byTime: string, lean: string] {
  const number = ({ median }: Summary) => formatNumber(median);
  return [
    byTime ? number(byTime) : '',
    lean ? `${number(lean.perSecond)}, ${number(lean.byTime)} by processor time` : '',
  ];
}
