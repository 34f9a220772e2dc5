import type { Format } from '../context/format.js';
import type { Written } from './write-envelope.js';

/** A finished answer, which can be sent again at a later time: only its timestamp changes. */
export class Finished {
  /** Media type with its charset. */
  readonly type: string;
  /** Weak, since two answers that differ only in their timestamp have the same one. RFC 9110, section 8.8.3. */
  readonly etag: string;
  #bytes: Buffer;
  #timestamp: number;
  readonly #from: number;
  #to: number;

  /** @param timestamp the one in the text, in Unix seconds */
  constructor(format: Format, { text, from, to, digest }: Written, timestamp: number) {
    this.type = `${format}; charset=utf-8`;
    this.etag = `W/"${digest}"`;
    this.#bytes = typeof text === 'string' ? bytesOf(text) : text;
    this.#timestamp = timestamp;
    this.#from = from;
    this.#to = to;
  }

  /** The size of its bytes. */
  get size(): number {
    return this.#bytes.length;
  }

  /**
   * Returns the answer with a timestamp. Bytes that were returned never change, since they may still be on their way.
   *
   * @param timestamp Unix seconds
   */
  at(timestamp: number): Buffer {
    if (timestamp !== this.#timestamp) this.#renew(timestamp);
    return this.#bytes;
  }

  #renew(timestamp: number): void {
    const digits = String(timestamp);
    const before = this.#bytes;
    const end = this.#from + digits.length;
    const bytes = Buffer.allocUnsafeSlow(before.length - this.#to + end);
    before.copy(bytes, 0, 0, this.#from);
    bytes.write(digits, this.#from);
    before.copy(bytes, end, this.#to);
    this.#bytes = bytes;
    this.#timestamp = timestamp;
    this.#to = end;
  }
}

/** Returns bytes of a size of their own: a small buffer of the pool would keep a whole block of the pool in memory. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
