import type { LoadTool } from './load/load.js';

/** How this run measures. */
export interface Bench {
  tool: LoadTool;
  rounds: number;
  /** How long a round of load takes, and what comes before the first, in seconds. */
  roundSeconds: number;
  warmUpSeconds: number;
  /** Instead of seconds: how many requests a round is. */
  requests?: number;
  connections: number;
  /** A hundredth of everything that is counted in millions. */
  quick: boolean;
  /** Tells whoever waits what is being done. */
  log(what: string): void;
}
