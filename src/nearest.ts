/**
 * Returns the candidate that a misspelt word most likely means, or undefined when none is near: up to a third of the
 * letters may be wrong, missing, superfluous or swapped with their neighbour.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= Math.max(1, Math.floor(candidate.length / 3)) && distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Returns `; did you mean “port”?` for a message about a misspelt word, or an empty text. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const found = nearest(word, candidates);
  return found === undefined ? '' : `; did you mean “${found}”?`;
}

/** Returns the optimal string alignment distance: Damerau-Levenshtein without editing any part twice. */
function editDistance(from: string, to: string): number {
  // A much longer word is not a misspelling, and the cost grows with the product of the lengths.
  if (Math.abs(from.length - to.length) > to.length) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = from[i - 1] === to[j - 1] ? 0 : 1;
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + change);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, to.length);
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
