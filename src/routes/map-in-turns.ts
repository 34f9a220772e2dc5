import { setImmediate } from 'node:timers/promises';

/** The number of items that are mapped before other requests have their turn. */
const TURN = 100;

/** Maps a list that can be long, taking turns with other requests. */
export async function mapInTurns<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (results.length > 0 && results.length % TURN === 0) await setImmediate();
    results.push(map(item));
  }
  return results;
}
