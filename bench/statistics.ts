/** Some figures of the same thing, in short. */
export interface Summary {
  median: number;
  least: number;
  most: number;
}

/**
 * The middle of some figures: half of them are above it.
 *
 * @throws {RangeError} where there are none
 */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError('There is no median of nothing.');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** @throws {RangeError} where there are no figures */
export function summarize(figures: readonly number[]): Summary {
  return { median: median(figures), least: Math.min(...figures), most: Math.max(...figures) };
}

/**
 * One series over another, round by round. Rounds that ran side by side had the same weather, so that their ratio says
 * more than a ratio of medians does.
 *
 * @throws {RangeError} where one series is longer than the other
 */
export function ratios(above: readonly number[], below: readonly number[]): number[] {
  if (above.length !== below.length) throw new RangeError('Only rounds that were measured in pairs have ratios.');
  return above.map((figure, round) => figure / (below[round] as number));
}

/** The summary of a figure that was measured once. */
export function single(figure: number): Summary {
  return { median: figure, least: figure, most: figure };
}
