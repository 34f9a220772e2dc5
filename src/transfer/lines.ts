import { isUtf8 } from 'node:buffer';

/** The longest line that is read, in bytes, unless told otherwise. */
export const MAX_LINE_BYTES = 1024 * 1024;

/** A line of a file, counted from 1: its text, or what keeps it from being one. */
export type Line = { number: number; text: string } | { number: number; problem: string };

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Cuts a stream of bytes into lines, however its chunks fall, and leaves out blank ones.
 *
 * Holds no more than one line, and of a line that is too long no more than the limit: the rest is passed over.
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

  /** The bytes that are kept for a line whose end has not come yet: never more than the limit. */
  get capacity(): number {
    return this.#held.length;
  }

  /** The lines that end in this chunk. */
  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = this.#line(chunk.subarray(start, end));
      start = end + 1;
      if (line) yield line;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  /** The last line, where the file does not end in a newline. */
  *end(): Generator<Line> {
    if (this.#length === 0 && !this.#tooLong) return;
    const line = this.#line(new Uint8Array());
    if (line) yield line;
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

  /** The line that ends with these bytes; nothing where it is blank. */
  #line(rest: Uint8Array): Line | undefined {
    this.#number += 1;
    const number = this.#number;
    let bytes: Uint8Array = rest;
    if (this.#tooLong || this.#length + rest.length > this.#limit) {
      this.#tooLong = false;
      this.#length = 0;
      return { number, problem: `it is longer than ${this.#limit} bytes` };
    }
    if (this.#length > 0) {
      this.#hold(rest);
      bytes = this.#held.subarray(0, this.#length);
      this.#length = 0;
    }
    return decode(bytes, number);
  }
}

function decode(bytes: Uint8Array, number: number): Line | undefined {
  let line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (number === 1 && line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
    line = line.subarray(BYTE_ORDER_MARK.length);
  }
  if (!isUtf8(line)) return { number, problem: 'it is not valid UTF-8' };
  const text = line.toString('utf8');
  return text.trim() === '' ? undefined : { number, text };
}
