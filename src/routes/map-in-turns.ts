/** The number of items that are mapped at a time. */
const BATCH = 100;

/**
 * Maps a list that can be long, taking turns with others.
 *
 * @param turn waits for the next turn, and rejects to end the work
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
  turn: () => Promise<void>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (results.length > 0 && results.length % BATCH === 0) await turn();
    results.push(map(item));
  }
  return results;
}
