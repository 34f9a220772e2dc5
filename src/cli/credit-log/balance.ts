/** How many spans of time a curve is kept in, more than any terminal has columns. */
const SPANS = 2048;

/** A balance at a moment, in credits and Unix seconds. */
export interface BalancePoint {
  time: number;
  balance: number;
}

/**
 * The balance over time, in a bounded memory: time is cut into spans of equal length, of which each keeps the balance at
 * its end, and whose length doubles whenever there are too many. The extremes are kept exactly.
 *
 * Balances are counted from 0, since what there was at the beginning is known only at the end.
 */
export class Balance {
  /** The balance at the end of each span; NaN where nothing happened in it. */
  readonly #closing = new Float64Array(SPANS).fill(Number.NaN);
  #spanLength = 1;
  #begin: number | undefined;
  #end = 0;
  count = 0;
  current = 0;
  lowest: BalancePoint | undefined;
  highest: BalancePoint | undefined;

  add(time: number, change: number): void {
    this.#begin ??= time;
    // The log is in the order of its ids: a clock that was set back must not draw a line backwards.
    this.#end = Math.max(time, this.#end, this.#begin);
    this.count++;
    this.current += change;
    while (this.#spanOf(this.#end) >= SPANS) this.#halve();
    this.#closing[this.#spanOf(this.#end)] = this.current;
    const point = { time: this.#end, balance: this.current };
    if (!this.lowest || this.current < this.lowest.balance) this.lowest = point;
    if (!this.highest || this.current > this.highest.balance) this.highest = point;
  }

  /**
   * The balance at the end of each of so many equal parts of the time; the highest and the lowest one in those parts
   * that they are in, so that none is flattened.
   */
  curve(parts: number): BalancePoint[] {
    if (this.#begin === undefined) return [];
    const begin = this.#begin;
    const length = (this.#end - begin) / parts;
    const curve = this.#closings(parts).map((balance, part) => ({ time: begin + length * (part + 1), balance }));
    for (const extreme of [this.lowest, this.highest]) {
      const point = extreme && curve[Math.max(0, Math.ceil((extreme.time - begin) / length) - 1)];
      // The curve ends at what there is now.
      if (point && point !== curve.at(-1)) point.balance = extreme.balance;
    }
    return curve;
  }

  #closings(parts: number): number[] {
    const last = this.#spanOf(this.#end);
    let span = 0;
    let balance = 0;
    return Array.from({ length: parts }, (_, part) => {
      for (; span <= ((part + 1) / parts) * last; span++) {
        const closing = this.#closing[span] ?? Number.NaN;
        if (!Number.isNaN(closing)) balance = closing;
      }
      return balance;
    });
  }

  /** The first and the last moment. */
  get period(): [begin: number, end: number] | undefined {
    return this.#begin === undefined ? undefined : [this.#begin, this.#end];
  }

  #spanOf(time: number): number {
    return Math.floor((time - (this.#begin ?? 0)) / this.#spanLength);
  }

  #halve(): void {
    const at = (span: number) => this.#closing[span] ?? Number.NaN;
    for (let span = 0; span < SPANS / 2; span++) {
      const later = at(span * 2 + 1);
      this.#closing[span] = Number.isNaN(later) ? at(span * 2) : later;
    }
    this.#closing.fill(Number.NaN, SPANS / 2);
    this.#spanLength *= 2;
  }
}
