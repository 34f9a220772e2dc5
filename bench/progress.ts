/** The messages of a run, and on a terminal the current step. */
export class Progress {
  readonly #stream = process.stderr;

  /** Shows the current step, on a terminal only. */
  step(text: string): void {
    if (this.#stream.isTTY) this.#stream.write(`\r\x1b[K${text.slice(0, (this.#stream.columns ?? 80) - 1)}`);
  }

  /** Prints a line. */
  note(what: string): void {
    if (this.#stream.isTTY) this.#stream.write('\r\x1b[K');
    this.#stream.write(`${what}\n`);
  }
}
