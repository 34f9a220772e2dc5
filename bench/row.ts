import type { Build } from './galaxy.js';
import type { Table } from './results.js';

/** The options of a run. */
export interface Bench {
  rounds: number;
  /** This build, and the one that is measured beside it. */
  builds: readonly [Build, ...Build[]];
  /** Divides by a hundred whatever is counted in millions. */
  quick: boolean;
  /** Shows the current step. */
  log(step: string): void;
}

/** A measurement: a table of the report. */
export interface Row {
  /** The name for `--only`. */
  name: string;
  /** Runs only where it is named. */
  isOptional?: boolean;
  measure(bench: Bench): Promise<Table>;
}
