/**
 * Returns the median.
 *
 * @throws {RangeError} for an empty list
 */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError('There is no median of nothing.');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Divides one series by another, round by round. Neighbouring rounds met the same conditions, so their ratio is more exact than
 * a ratio of medians.
 *
 * @throws {RangeError} where one series is longer than the other
 */
export function ratios(above: readonly number[], below: readonly number[]): number[] {
  if (above.length !== below.length) throw new RangeError('Only rounds that were measured in pairs have ratios.');
  return above.map((value, round) => value / (below[round] as number));
}
