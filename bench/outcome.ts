import type { Bench } from './bench.js';
import { killAll } from './child.js';
import { type Disturbance, watchMachine } from './machine.js';
import { type Line, type Row, Skipped } from './row.js';

/** The outcome of a row. */
export interface Outcome {
  name: string;
  what: string;
  lines: Line[];
  /** The reason why it was not measured. */
  missing?: string;
  /** True where it failed, and was not just skipped. */
  isBroken: boolean;
  disturbance: Disturbance;
  /** Its duration. */
  seconds: number;
}

/** Measures a row, and watches the machine meanwhile. A failure is an outcome, so that the other rows are still measured. */
export async function measure(row: Row, bench: Bench): Promise<Outcome> {
  const watch = watchMachine();
  const begun = performance.now();
  const outcome = await row.measure(bench).then(
    (lines) => ({ lines, isBroken: false }),
    (error: Error) => ({ lines: [], missing: error.message, isBroken: !(error instanceof Skipped) }),
  );
  await killAll();
  const seconds = (performance.now() - begun) / 1000;
  return { name: row.name, what: row.what, ...outcome, disturbance: watch(), seconds };
}
