import type { Profiler } from 'node:inspector';
import type { LoadTool } from './load/load.js';
import type { Share } from './profile/shares.js';

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
  /** The receiver of profiles; absent while nothing is profiled. */
  profiling?: Profiling;
}

/** Takes profiles instead of measurements. */
export interface Profiling {
  /** Returns true for a part of a row that is to be profiled. */
  isWanted(part: string): boolean;
  /** Takes the profile of a service after each load. */
  onProfile(what: string, profile: Profiler.Profile): void;
  /** Takes the shares of something else than processor time. */
  onShares(what: string, shares: Share[]): void;
}
