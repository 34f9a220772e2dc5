import type { LoadTool } from './load/load.js';

/** The options of a run. */
export interface Bench {
  tool: LoadTool;
  rounds: number;
  /** The length of a round of load and of the warm-up before the first, in seconds. */
  roundSeconds: number;
  warmUpSeconds: number;
  /** The number of requests of a round, instead of seconds. */
  requests?: number;
  connections: number;
  /** Divides by a hundred whatever is counted in millions. */
  quick: boolean;
  /** Shows the current step. */
  log(step: string): void;
}
