import { isUtf8 } from 'node:buffer';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Reason, refusals } from '../domain/refusals.js';

export const MAX_LINE_BYTES = 1024 * 1024;

/** Numbers start at 1; the text has no line end. */
export type Line = { number: number; text: string } | { number: number; problem: Reason };

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const GZIP = Buffer.from([0x1f, 0x8b]);

/** A list, or bytes that are not ASCII, where the first record begins. */
const NOT_RECORDS = /^[ \t\r\n]*(?:\[|[^{]{0,15}[^\t\r\n -~]|\{\0)/;

export interface Source {
  name: string;
  open(): Readable;
}

export class UnreadableSource extends Error {
  constructor(name: string, problem: Reason) {
    super(`${name} ${problem}`);
    this.name = 'UnreadableSource';
  }
}

/** Yields a source as it arrives, decompressed if it begins as gzip. @throws {UnreadableSource} or the signal's reason */
export async function* readSource(
  source: Source,
  signal?: AbortSignal,
  onCompressed = () => {},
): AsyncGenerator<Uint8Array> {
  const stream = source.open();
  try {
    const chunks = (signal ? addAbortSignal(signal, stream) : stream)[Symbol.asyncIterator]();
    let start = Buffer.alloc(0);
    while (start.length < GZIP.length) {
      // A loop would end the generator.
      const { value, done } = await chunks.next();
      if (done) break;
      start = Buffer.concat([start, value]);
    }
    const whole = (async function* () {
      yield start;
      yield* chunks;
    })();
    const isGzip = start.subarray(0, GZIP.length).equals(GZIP);
    if (isGzip) onCompressed();
    let first = '';
    for await (const chunk of isGzip ? decompress(source, whole) : whole) {
      if (first.length < 32) {
        first += Buffer.from(chunk.subarray(0, 32)).toString('latin1');
        if (NOT_RECORDS.test(first.replace(/^\xef(\xbb\xbf?)?/, ''))) {
          throw new UnreadableSource(source.name, refusals.notRecords());
        }
      }
      yield chunk;
    }
  } catch (error) {
    // A stream that the signal destroys throws another error than the signal's reason.
    signal?.throwIfAborted();
    throw error;
  } finally {
    stream.destroy();
  }
}

async function* decompress({ name }: Source, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    // An error of the source ends the decompression, where it is thrown.
    yield* pipeline(Readable.from(chunks), createGunzip(), () => {});
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw new UnreadableSource(name, refusals.cutOff());
    if (code?.startsWith('Z_')) throw new UnreadableSource(name, refusals.damaged());
    throw error;
  }
}

/** Splits UTF-8 at LF or CRLF without a byte order mark. It buffers one unfinished line at most, and none beyond the limit. */
export class LineSplitter {
  readonly #limit: number;
  #held = Buffer.alloc(0);
  #isTooLong = false;
  #number = 0;

  constructor(limit: number = MAX_LINE_BYTES) {
    this.#limit = limit;
  }

  get held(): number {
    return this.#held.length;
  }

  get overlong(): number | undefined {
    return this.#isTooLong ? this.#number + 1 : undefined;
  }

  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield this.#line(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  *end(): Generator<Line> {
    if (this.#held.length > 0 || this.#isTooLong) yield this.#line(new Uint8Array());
  }

  #hold(part: Uint8Array): void {
    this.#isTooLong ||= this.#held.length + part.length > this.#limit;
    this.#held = this.#isTooLong ? Buffer.alloc(0) : Buffer.concat([this.#held, part]);
  }

  #line(rest: Uint8Array): Line {
    this.#number += 1;
    const number = this.#number;
    this.#hold(rest);
    let line = this.#held;
    const problem = this.#isTooLong ? refusals.tooLong(this.#limit) : isUtf8(line) ? undefined : refusals.notUtf8();
    this.#held = Buffer.alloc(0);
    this.#isTooLong = false;
    if (problem) return { number, problem };
    if (number === 1 && line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
      line = line.subarray(BYTE_ORDER_MARK.length);
    }
    if (line.at(-1) === CARRIAGE_RETURN) line = line.subarray(0, -1);
    return { number, text: line.toString('utf8') };
  }
}
