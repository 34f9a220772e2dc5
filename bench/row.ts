import type { Bench } from './bench.js';
import type { Summary } from './statistics.js';
import type { Target } from './targets.js';

/** A measurement: one row of the report. */
export interface Row {
  /** The name for `--only`. */
  name: string;
  what: string;
  /** Estimates the duration, in seconds. */
  lasts(bench: Bench): number;
  /**
   * @throws {Skipped} where the machine lacks something that the row needs
   * @throws {Incomplete} where some of its lines could not be measured
   */
  measure(bench: Bench): Promise<Line[]>;
}

/** The goal of a measurement. */
export type Goal = { atLeast: number } | { atMost: number };

/** One line of the table: the subject, the goal and the measurement. */
export interface Line {
  what: string;
  /** Absent where the line is for orientation only. */
  goal?: Goal;
  /** The goal of the service that this line is about, for the table at the top of the report. */
  target?: Target;
  summary: Summary;
  /** The same ratio by processor time, where `summary` is one by requests a second. */
  byTime?: Summary;
  /** The ratio to Koa with one writeHead, by requests a second and by processor time. */
  lean?: { perSecond: Summary; byTime: Summary };
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

/** The error of a row of which some lines could not be measured, with the lines that were. */
export class Incomplete extends Error {
  readonly lines: Line[];

  constructor(lines: Line[], failures: string[]) {
    super(failures.join('; '));
    this.lines = lines;
  }
}

/**
 * Measures the parts of a row one after the other. A part that fails does not lose the lines of the others.
 *
 * @throws {Incomplete} at the end, where a part has failed
 */
export async function measureParts<Part>(
  parts: Readonly<Record<string, Part>>,
  measure: (what: string, part: Part) => Promise<Line[]>,
): Promise<Line[]> {
  const lines: Line[] = [];
  const failures: string[] = [];
  for (const [what, part] of Object.entries(parts)) {
    try {
      lines.push(...(await measure(what, part)));
    } catch (error) {
      failures.push(`${what}: ${(error as Error).message}`);
    }
  }
  if (failures.length > 0) throw new Incomplete(lines, failures);
  return lines;
}

/** Returns true where a line reached its goal; undefined where it has none. */
export function isReached({ goal, summary }: Pick<Line, 'goal' | 'summary'>): boolean | undefined {
  if (goal === undefined) return undefined;
  return 'atLeast' in goal ? summary.median >= goal.atLeast : summary.median <= goal.atMost;
}

/** Returns how far a line is beyond its goal: 1 is the goal, 2 is twice as good, and below 1 it falls short. */
export function marginOf({ goal, summary: { median } }: Pick<Line, 'goal' | 'summary'>): number {
  if (goal === undefined) return Number.POSITIVE_INFINITY;
  return 'atLeast' in goal ? median / goal.atLeast : goal.atMost / median;
}
