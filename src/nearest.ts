/**
 * Returns the likeliest candidate: up to a third of its letters, and at most `maxEdits`, may be wrong, missing, superfluous
 * or swapped with a neighbour.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  maxEdits = Number.POSITIVE_INFINITY,
): string | undefined {
  const near = [...candidates]
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.min(maxEdits, Math.max(1, Math.floor(candidate.length / 3))));
  return near.sort((one, other) => one.distance - other.distance)[0]?.candidate;
}

export function didYouMean(word: string, candidates: Iterable<string>): string {
  const found = nearest(word, candidates);
  return found === undefined ? '' : `; did you mean “${found}”?`;
}

/** Returns the optimal string alignment distance: Damerau-Levenshtein without editing any part twice. */
function editDistance(from: string, to: string): number {
  // A much longer word is not a misspelling, and the cost grows with the product of the lengths.
  if (Math.abs(from.length - to.length) > to.length) return Number.POSITIVE_INFINITY;
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= from.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = from[i - 1] === to[j - 1] ? 0 : 1;
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change, swap));
    }
  }
  return at(from.length, to.length);
}
