import type { Bench } from './bench.js';
import type { Summary } from './statistics.js';

/** A measurement: one row of the report. */
export interface Row {
  /** The name for `--only`. */
  name: string;
  what: string;
  /** Estimates the duration, in seconds. */
  lasts(bench: Bench): number;
  /** @throws {Skipped} where the machine lacks something that the row needs */
  measure(bench: Bench): Promise<Line[]>;
}

/** The goal of a measurement. */
export type Goal = { atLeast: number } | { atMost: number };

/** One line of the table: the subject, the goal and the measurement. */
export interface Line {
  what: string;
  /** Absent where the line is for orientation only. */
  goal?: Goal;
  summary: Summary;
  /** The unit: `MB`, or `of bare Koa` for a ratio. */
  unit: string;
  /** The measurements behind the summary, round by round. */
  series: Series[];
  /** A remark for the reader. */
  note?: string;
}

export interface Series {
  name: string;
  unit: string;
  rounds: number[];
}

/** The error of a row that cannot be measured here: its message names the missing thing. */
export class Skipped extends Error {}

/** Returns true where a line reached its goal; undefined where it has none. */
export function isReached({ goal, summary }: Pick<Line, 'goal' | 'summary'>): boolean | undefined {
  if (goal === undefined) return undefined;
  return 'atLeast' in goal ? summary.median >= goal.atLeast : summary.median <= goal.atMost;
}
