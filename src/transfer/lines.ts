import { isUtf8 } from 'node:buffer';
import { type Reason, refusals } from '../domain/refusals.js';

/** The default limit of a line, in bytes. */
export const MAX_LINE_BYTES = 1024 * 1024;

/** A line of a file, counted from 1: its text without its end, or the reason why it has none. */
export type Line = { number: number; text: string } | { number: number; problem: Reason };

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Splits a stream of UTF-8 into lines, however its chunks fall. Lines end with LF or CRLF; a byte order mark at the start
 * is left out.
 *
 * Memory is bounded: it keeps one unfinished line at most, and nothing of one that exceeds the limit.
 */
export class LineSplitter {
  readonly #limit: number;
  #held: Buffer = Buffer.alloc(0);
  #length = 0;
  #tooLong = false;
  #number = 0;

  constructor(limit: number = MAX_LINE_BYTES) {
    this.#limit = limit;
  }

  /** The size of the buffer for an unfinished line, in bytes: never more than the limit. */
  get capacity(): number {
    return this.#held.length;
  }

  /** The number of the unfinished line, when it exceeds the limit already. */
  get overlong(): number | undefined {
    return this.#tooLong ? this.#number + 1 : undefined;
  }

  /** Yields the lines that end in this chunk. */
  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield this.#line(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  /** Yields the last line, when the stream did not end in a newline. */
  *end(): Generator<Line> {
    if (this.#length > 0 || this.#tooLong) yield this.#line(new Uint8Array());
  }

  #hold(part: Uint8Array): void {
    if (this.#tooLong || this.#length + part.length > this.#limit) {
      this.#tooLong = true;
      this.#length = 0;
      return;
    }
    const needed = this.#length + part.length;
    if (needed > this.#held.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.#limit, Math.max(needed, 2 * this.#held.length)));
      this.#held.copy(larger, 0, 0, this.#length);
      this.#held = larger;
    }
    this.#held.set(part, this.#length);
    this.#length = needed;
  }

  /** Returns the line that ends with these bytes. */
  #line(rest: Uint8Array): Line {
    this.#number += 1;
    const number = this.#number;
    let bytes: Uint8Array = rest;
    if (this.#tooLong || this.#length + rest.length > this.#limit) {
      this.#tooLong = false;
      this.#length = 0;
      return { number, problem: refusals.tooLong(this.#limit) };
    }
    if (this.#length > 0) {
      this.#hold(rest);
      bytes = this.#held.subarray(0, this.#length);
      this.#length = 0;
    }
    return decode(bytes, number);
  }
}

function decode(bytes: Uint8Array, number: number): Line {
  let line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (number === 1 && line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
    line = line.subarray(BYTE_ORDER_MARK.length);
  }
  if (line.at(-1) === CARRIAGE_RETURN) line = line.subarray(0, -1);
  return isUtf8(line) ? { number, text: line.toString('utf8') } : { number, problem: refusals.notUtf8() };
}
