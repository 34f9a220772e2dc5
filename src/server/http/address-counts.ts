/** Numbers of connections that client addresses have at the moment, each with the same maximum. */
export class AddressCounts {
  readonly #maximum: number;
  readonly #counts = new Map<string, number>();

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Counts one more for an address, and returns true; returns false if it has the maximum already. */
  add(address: string): boolean {
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#maximum) return false;
    this.#counts.set(address, count + 1);
    return true;
  }

  /** Counts one less for an address. */
  remove(address: string): void {
    const count = this.#counts.get(address) ?? 0;
    if (count > 1) this.#counts.set(address, count - 1);
    else this.#counts.delete(address);
  }
}
