/** A clock that stands still unless it was told to run. Times are Unix milliseconds. */
export class SandboxClock {
  #shown: number;
  #since: number | undefined;

  constructor(start: number) {
    this.#shown = start;
  }

  readonly now = (): number => {
    if (this.#since === undefined) return this.#shown;
    return this.#shown + Math.floor(performance.now() - this.#since);
  };

  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  set(time: number): void {
    this.#shown = time;
    if (this.#since !== undefined) this.#since = performance.now();
  }

  run(): void {
    this.#since ??= performance.now();
  }

  stop(): void {
    this.#shown = this.now();
    this.#since = undefined;
  }
}
