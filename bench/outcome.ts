import { setTimeout } from 'node:timers/promises';
import type { Bench } from './bench.js';
import { killAll } from './child.js';
import { type Disturbance, watchMachine } from './machine.js';
import { formatDuration } from './report/format.js';
import { Incomplete, type Line, type Row, Skipped } from './row.js';

/** The outcome of a row. */
export interface Outcome {
  name: string;
  what: string;
  lines: Line[];
  /** The reason why it was not measured, or not all of it. */
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
  const outcome = await withinLimit(row, bench).then(
    (lines) => ({ lines, isBroken: false }),
    (error: Error) => ({
      lines: error instanceof Incomplete ? error.lines : [],
      missing: error.message,
      isBroken: !(error instanceof Skipped),
    }),
  );
  await killAll();
  const seconds = (performance.now() - begun) / 1000;
  return { name: row.name, what: row.what, ...outcome, disturbance: watch(), seconds };
}

/** The longest time of a row, as a multiple of its estimate, and seconds beside: a galaxy may have to be made first. */
const LIMIT = { factor: 4, seconds: 600 };

/** Measures a row, and gives up where it takes far longer than it should: a program that hangs must not stop the run. */
async function withinLimit(row: Row, bench: Bench): Promise<Line[]> {
  const seconds = row.lasts(bench) * LIMIT.factor + LIMIT.seconds;
  const timer = new AbortController();
  const late = setTimeout(seconds * 1000, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`it took more than ${formatDuration(seconds)}`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([row.measure(bench), late]);
  } finally {
    timer.abort();
  }
}
