/** Random numbers (mulberry32) that a seed and a stream determine. Each part of the galaxy has a stream, so none shifts another. */
export class Random {
  #state: number;

  constructor(seed: number, stream: string) {
    // FNV-1a
    let hash = 0x811c9dc5;
    for (const character of `${seed} ${stream}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
    this.#state = hash;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Returns a whole number below the limit; low ones are far more likely. */
  skewed(limit: number): number {
    const share = this.next();
    // Powers differ between machines.
    return Math.floor(share * share * share * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}
