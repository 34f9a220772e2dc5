/**
 * Finds the entry of a map that was set first, again and again, while entries are removed and others are set. A new iterator
 * walks over the places of all that was removed since the map last grew or shrank: in a full map of 100,000 that took 0.1 ms.
 * This one keeps its iterator.
 *
 * An entry that is set again must be removed before and have another value, or it keeps its old place.
 */
export class Oldest<Key, Value> {
  readonly #map: ReadonlyMap<Key, Value>;
  #entries: Iterator<[Key, Value], undefined>;
  #entry: [Key, Value] | undefined;

  constructor(map: ReadonlyMap<Key, Value>) {
    this.#map = map;
    this.#entries = map.entries();
  }

  /** Returns the key and the value that were set first; undefined where the map is empty. */
  find(): readonly [Key, Value] | undefined {
    while (!this.#isThere(this.#entry)) {
      if (this.#map.size === 0) return undefined;
      const next = this.#entries.next();
      // An iterator that has reached the end finds nothing that is set later.
      if (next.done) this.#entries = this.#map.entries();
      this.#entry = next.value;
    }
    return this.#entry;
  }

  #isThere(entry: [Key, Value] | undefined): entry is [Key, Value] {
    return entry !== undefined && this.#map.get(entry[0]) === entry[1];
  }
}
