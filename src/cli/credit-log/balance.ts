/** The number of spans: more than a terminal has columns. */
const SPANS = 2048;

/** A balance in credits at a time in Unix seconds. */
export interface BalancePoint {
  time: number;
  balance: number;
}

/**
 * The balance over time, in bounded memory: time is divided into equal spans, each with the balance at its end, and the
 * length of a span doubles when there are too many. The extremes are exact.
 *
 * Balances start at 0: the real one at the beginning is only known at the end.
 */
export class Balance {
  /** The balance at the end of each span; NaN for a span without transactions. */
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
    // The log is ordered by id: after the clock was set back, times would run backwards.
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
   * Returns the balance at the end of each of `parts` equal parts of the time. The parts with the extremes show these
   * instead, so that no peak is lost.
   */
  curve(parts: number): BalancePoint[] {
    if (this.#begin === undefined) return [];
    const begin = this.#begin;
    const length = (this.#end - begin) / parts;
    const curve = this.#closings(parts).map((balance, part) => ({ time: begin + length * (part + 1), balance }));
    for (const extreme of [this.lowest, this.highest]) {
      const point = extreme && curve[Math.max(0, Math.ceil((extreme.time - begin) / length) - 1)];
      // The curve ends at the current balance.
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

  /** The first and the last timestamp. */
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
