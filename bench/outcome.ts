import type { Bench } from './bench.js';
import { type Disturbance, watchMachine } from './machine.js';
import { type Line, type Row, Skipped } from './row.js';

/** What became of a row. */
export interface Outcome {
  name: string;
  what: string;
  lines: Line[];
  /** Why it was not measured. */
  skipped?: string;
  disturbance: Disturbance;
  seconds: number;
}

/** Measures a row, and watches the machine meanwhile. */
export async function measure(row: Row, bench: Bench): Promise<Outcome> {
  const watch = watchMachine();
  const begun = performance.now();
  const finish = (lines: Line[]): Outcome => ({
    name: row.name,
    what: row.what,
    lines,
    disturbance: watch(),
    seconds: (performance.now() - begun) / 1000,
  });
  try {
    return finish(await row.measure(bench));
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    return { ...finish([]), skipped: error.message };
  }
}
