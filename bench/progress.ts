import type { Outcome } from './outcome.js';
import { formatBeside, formatGoal, formatReached, formatSummary } from './report/format.js';

/** The messages of a run: the results, and on a terminal the current step. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  /** Shows the current step, on a terminal only. */
  step(text: string): void {
    if (this.#stream.isTTY) this.#stream.write(`\r\x1b[K${text.slice(0, (this.#stream.columns ?? 80) - 1)}`);
  }

  /** Prints a line. */
  note(what: string): void {
    if (this.#stream.isTTY) this.#stream.write('\r\x1b[K');
    this.#stream.write(`${what}\n`);
  }

  outcome({ name, lines, missing, disturbance }: Outcome): void {
    if (missing !== undefined) this.note(`${name}: not measured: ${missing}`);
    for (const line of lines) {
      const goal = line.goal ? `, ${formatGoal(line.goal)}: ${formatReached(line)}` : '';
      const [byTime, lean] = formatBeside(line);
      const beside = [
        byTime && `${byTime} by processor time`,
        lean && `${lean} of Koa with one writeHead`,
        line.note,
      ].filter(Boolean);
      const notes = beside.map((each) => `; ${each}`).join('');
      this.note(`${name}: ${line.what}: ${formatSummary(line)} ${line.unit}${goal}${notes}`);
    }
    if (disturbance.others > 0.1) {
      this.note(`  (other programs took ${Math.round(disturbance.others * 100)} % of a processor meanwhile)`);
    }
  }
}
