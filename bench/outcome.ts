import type { Bench } from './bench.js';
import { killAll } from './child.js';
import { type Disturbance, watchMachine } from './machine.js';
import { type Line, type Row, Skipped } from './row.js';

/** What became of a row. */
export interface Outcome {
  name: string;
  what: string;
  lines: Line[];
  /** Why it was not measured. */
  missing?: string;
  /** It could not be measured although it should be. */
  isBroken: boolean;
  disturbance: Disturbance;
  /** How long it took. */
  seconds: number;
}

/** Measures a row, and watches the machine meanwhile. One that fails does not take the others with it. */
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
