import type { Line } from '../row.js';
import type { Run } from '../run.js';
import { median } from '../statistics.js';

/**
 * Returns the median of a series of a row.
 *
 * @param among the subject of the line, where several lines of the row have series of the same name
 * @throws an error that names the row where the run lacks it
 */
export function medianOf(run: Run, row: string, series: string, unit: string, among?: string): number {
  const lines = run.outcomes.find(({ name }) => name === row)?.lines ?? [];
  const wanted = lines.filter(({ what }) => among === undefined || what.startsWith(among));
  const rounds = wanted
    .flatMap((line) => line.series)
    .find((each) => each.name === series && each.unit === unit)?.rounds;
  if (rounds === undefined) throw new Error(`The run has no measurement of “${row}”: ${series}, ${unit}`);
  return median(rounds);
}

/**
 * Returns the first line about a subject.
 *
 * @throws an error that names it where the run lacks it
 */
export function lineOf(run: Run, subject: string): Line {
  const line = run.outcomes.flatMap(({ lines }) => lines).find(({ what }) => what === subject);
  if (line === undefined) throw new Error(`The run has no measurement of “${subject}”`);
  return line;
}
