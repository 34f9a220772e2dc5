import type { Task } from './task.js';

/** What the service keeps its data in, or counts calls in, during a trial. */
export type Backend = 'sqlite' | 'postgres' | 'redis';

/** The names of the backends for people. */
export const backendNames: Record<Backend, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL', redis: 'Redis' };

/** A search for violations of one promise of the service: one row of docs/reliability.md. */
export interface Trial {
  /** The name on the command line. */
  name: string;
  what: string;
  /** The promise that it tries to break: a sentence. */
  promise: string;
  /** The unit of a size, in the plural: `kills`. */
  unit: string;
  /** The size of a run for the record. */
  fullSize: number;
  /** The size in which each planted fault is found, and that the tests run. */
  shortSize: number;
  backends: readonly Backend[];
  /** Faults that the self-test plants, one at a time, with a description. The trial must report a violation for each. */
  faults: Readonly<Record<string, string>>;
  /** Works through the cases of a task. */
  run(task: Task): Promise<void>;
}

/** The error of a trial that cannot run here: its message names what is missing. */
export class Unavailable extends Error {}
