/**
 * Numbers that look random and are always the same for the same seed and stream: sfc32, the small fast counter of
 * PractRand. Each part of the demo galaxy draws from a stream of its own, so that none shifts another.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, stream: string) {
    this.#a = seed | 0;
    this.#b = Math.floor(seed / 2 ** 32) | 0;
    this.#c = hash(stream);
    for (let round = 0; round < 15; round += 1) this.#step();
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    return this.#step() / 2 ** 32;
  }

  /** A whole number from 0 up to, and without, the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** A whole number from 0 below the limit, low ones far more often. */
  skewed(limit: number): number {
    const share = this.next();
    return Math.floor(share * share * share * limit);
  }

  /** True that often, from 0 (never) to 1 (always). */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  #step(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
