import { Random } from '../src/demo/random.js';

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

/** The place of a task in the sequence of cases that a seed stands for. */
export type Plan = Pick<Task, 'backend' | 'size' | 'from' | 'seed' | 'folder' | 'fault'>;

/** A violation of what the service promises. */
export interface Violation {
  /** The case that it was seen in: `--from` repeats it. */
  case: number;
  what: string;
}

/** Violations after which a task ends: more of them would say nothing new. */
const ENOUGH = 10;

/** The work of a trial on one backend: its cases, and what was seen. */
export class Task {
  readonly backend: Backend;
  /** The number of cases. */
  readonly size: number;
  /** The number of the first case. */
  readonly from: number;
  readonly seed: number;
  /** An empty folder, which is removed at the end. */
  readonly folder: string;
  /** The fault that is planted. */
  readonly fault: string | undefined;
  /** What was seen, in the order in which it was first counted. */
  readonly counts: Record<string, number> = {};
  readonly violations: Violation[] = [];
  /** The number of cases that are done. */
  done = 0;
  readonly #onProgress: () => void;

  /** @param onProgress is called after each case, and after each violation */
  constructor({ backend, size, from, seed, folder, fault }: Plan, onProgress = () => {}) {
    [this.backend, this.size, this.from, this.seed] = [backend, size, from, seed];
    [this.folder, this.fault, this.#onProgress] = [folder, fault, onProgress];
  }

  /** Yields the numbers of the cases, until there are enough violations. */
  *cases(): Generator<number> {
    for (let number = this.from; number < this.from + this.size && !this.isOver; number += 1) {
      yield number;
      this.advance();
    }
  }

  /** Works through the cases, several at a time. */
  async inParallel(workers: number, work: (number: number) => Promise<void>): Promise<void> {
    const cases = this.cases();
    const worker = async () => {
      for (let next = cases.next(); !next.done; next = cases.next()) await work(next.value);
    };
    await Promise.all(Array.from({ length: workers }, worker));
  }

  /** True when no further case is needed. */
  get isOver(): boolean {
    return this.violations.length >= (this.fault === undefined ? ENOUGH : 1);
  }

  /** Records that a case is done. A trial that takes them from `cases` need not. */
  advance(): void {
    this.done += 1;
    this.#onProgress();
  }

  /** Returns the random numbers of a case: the same for the same seed. */
  random(number: number, stream = ''): Random {
    return new Random(this.seed, `${number} ${stream}`);
  }

  /** Counts what was seen. */
  count(what: string, by = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + by;
  }

  /** Reports a violation. The task goes on, up to a limit. */
  violate(number: number, what: string): void {
    if (this.violations.length >= ENOUGH) return;
    this.violations.push({ case: number, what });
    this.#onProgress();
  }
}
