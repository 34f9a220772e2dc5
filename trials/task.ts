import { formatDuration } from '../bench/format.js';
import { Random } from '../src/demo/random.js';
import type { Backend, Trial } from './trial.js';

/** The place of a task in the sequence of cases that a seed stands for. */
export interface Plan {
  backend: Backend;
  /** The number of cases. */
  size: number;
  /** The number of the first case. */
  from: number;
  seed: number;
  /** An empty folder, which is removed at the end. */
  folder: string;
  /** The fault that the self-test has planted. */
  fault?: string | undefined;
}

/** A violation of what the service promises. */
export interface Violation {
  /** The case that it was seen in: `--from` repeats it. */
  case: number;
  what: string;
}

/** Receives what happens while a task runs. */
export interface Watcher {
  progressed(task: Task): void;
  violated(violation: Violation): void;
}

/** Violations after which a task ends: more of them would say nothing new. */
const ENOUGH = 10;

/** The work of a trial on one backend: its cases, and what was seen. */
export class Task implements Plan {
  readonly backend: Backend;
  readonly size: number;
  readonly from: number;
  readonly seed: number;
  readonly folder: string;
  readonly fault: string | undefined;
  /** What was seen, in the order in which it was first counted. */
  readonly counts: Record<string, number> = {};
  readonly violations: Violation[] = [];
  /** The number of cases that are done. */
  done = 0;
  readonly #watcher: Watcher;
  readonly #begun = performance.now();

  constructor({ backend, size, from, seed, folder, fault }: Plan, watcher: Watcher) {
    [this.backend, this.size, this.from, this.seed] = [backend, size, from, seed];
    [this.folder, this.fault, this.#watcher] = [folder, fault, watcher];
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

  /** Records that cases are done. A trial that takes them from `cases` need not. */
  advance(by = 1): void {
    this.done += by;
    this.#watcher.progressed(this);
  }

  /** Returns the random numbers of a case: the same for the same seed. */
  random(number: number, stream = ''): Random {
    return new Random(this.seed, `${number} ${stream}`);
  }

  /** Counts what was seen, for the page. */
  count(what: string, by = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + by;
  }

  /** Reports a violation. The task goes on, up to a limit. */
  violate(number: number, what: string): void {
    if (this.violations.length >= ENOUGH) return;
    const violation = { case: number, what };
    this.violations.push(violation);
    this.#watcher.violated(violation);
  }

  /** Returns how far it is: `kill on sqlite: 345 of 1,000 kills, 1.3/s, 8 minutes left, 0 violations`. */
  statusOf({ name, unit }: Pick<Trial, 'name' | 'unit'>): string {
    const { backend, done, size, seconds, violations } = this;
    const rate = done / Math.max(seconds, 0.001);
    const [some, all] = [done.toLocaleString('en'), size.toLocaleString('en')];
    const count = done >= size ? `${some} ${unit}` : `${some} of ${all} ${unit}`;
    const isTimed = done >= size || done === 0;
    const time = isTimed ? formatDuration(seconds) : `${formatDuration((size - done) / rate)} left`;
    const found = violations.length === 1 ? '1 violation' : `${violations.length} violations`;
    return `${name} on ${backend}: ${count}, ${rate.toFixed(rate < 10 ? 1 : 0)}/s, ${time}, ${found}`;
  }

  /** The time since the beginning, in seconds. */
  get seconds(): number {
    return (performance.now() - this.#begun) / 1000;
  }
}
