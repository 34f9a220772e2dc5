import type { Bench } from './bench.js';
import type { Summary } from './statistics.js';

/** Something that is measured. */
export interface Row {
  /** What `--only` calls it. */
  name: string;
  what: string;
  /** About how long it takes, in seconds. */
  lasts(bench: Bench): number;
  /** @throws {Skipped} where something is missing that it needs */
  measure(bench: Bench): Promise<Line[]>;
}

/** What a figure should come to. */
export type Goal = { atLeast: number } | { atMost: number };

/** One line of the table: what was measured, what it should come to, and what it came to. */
export interface Line {
  what: string;
  /** None for what is shown for orientation. */
  goal?: Goal;
  summary: Summary;
  /** What the figure counts: `MB`, or `of bare Koa` for a ratio. */
  unit: string;
  /** What the figure was made from, round by round. */
  series: Series[];
  /** What a reader has to know beside it. */
  note?: string;
}

export interface Series {
  name: string;
  unit: string;
  rounds: number[];
}

/** A row cannot be measured here: the message says what it needs. */
export class Skipped extends Error {}

/** Whether a line came to what it should; nothing where it has no goal. */
export function isReached({ goal, summary }: Pick<Line, 'goal' | 'summary'>): boolean | undefined {
  if (goal === undefined) return undefined;
  return 'atLeast' in goal ? summary.median >= goal.atLeast : summary.median <= goal.atMost;
}
