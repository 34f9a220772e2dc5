import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import { maskTokens } from '../domain/text.js';
import { readableLine } from './readable-line.js';

/** A destination of log lines. */
export interface LogSink {
  readonly isTTY?: boolean | undefined;
  /** @param callback is called when the text is written, or cannot be */
  write(text: string, callback: () => void): unknown;
}

/**
 * Creates the log: one JSON object a line, or on a terminal one short line for people.
 *
 * Errors are written with their name, message and stack only: those of parsers and drivers carry bodies and parameters in
 * other properties. Tokens are masked everywhere, since clients also put them into paths.
 */
export function createLog(level: Level | 'silent', sink: LogSink): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: maskTokens },
    },
    new BoundedLines(sink),
  );
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  return { name: error.name, message: error.message, stack: error.stack };
}

/** Maximum characters of lines that wait for the reader of the log. */
const MAX_WAITING = 1024 * 1024;

/** Writes lines, and drops those of a reader that stands still. One line counts them when the reader continues. */
class BoundedLines implements DestinationStream {
  readonly #sink: LogSink;
  #waiting = 0;
  #dropped = 0;

  constructor(sink: LogSink) {
    this.#sink = sink;
  }

  write(line: string): void {
    if (this.#waiting + line.length > MAX_WAITING) {
      this.#dropped += 1;
      return;
    }
    this.#waiting += line.length;
    this.#sink.write(this.#sink.isTTY ? readableLine(line) : line, () => {
      this.#waiting -= line.length;
      if (this.#dropped > 0 && this.#waiting === 0) this.#reportDropped();
    });
  }

  #reportDropped(): void {
    const time = new Date().toISOString();
    const msg = 'log lines were dropped: their reader did not keep up';
    const line = { level: 'warn', time, lines: this.#dropped, msg };
    this.#dropped = 0;
    this.write(`${JSON.stringify(line)}\n`);
  }
}
