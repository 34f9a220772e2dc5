import { type IncomingMessage, ServerResponse } from 'node:http';
import { limitUnread } from './unread.js';

/** Bytes that are handed to the system before other requests have their turn. */
const PIECE = 128 * 1024;

/**
 * An answer whose bytes, where they are many, are sent in turns with other requests, and as fast as the client reads. To copy a megabyte takes
 * the system about a millisecond: a client that asks for large documents on many connections would hold up all others.
 */
export class PacedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override end(...args: unknown[]): this {
    const [bytes, ...rest] = args;
    if (!Buffer.isBuffer(bytes) || bytes.length <= PIECE || !this.#hasKnownLength) return super.end(...(args as []));
    this.#send(bytes, rest);
    return this;
  }

  /** Without a length, Node would send what is written in chunks, each with its own. */
  get #hasKnownLength(): boolean {
    return this.headersSent || this.hasHeader('Content-Length');
  }

  /** @param rest the arguments of `end` behind the bytes, for the last piece */
  #send(bytes: Buffer, rest: unknown[]): void {
    if (bytes.length <= PIECE) {
      super.end(...([bytes, ...rest] as unknown as []));
      return;
    }
    super.write(bytes.subarray(0, PIECE));
    // Node writes to the system at the end of a turn.
    setImmediate(() => this.#continue(bytes.subarray(PIECE), rest));
  }

  #continue(bytes: Buffer, rest: unknown[]): void {
    if (this.destroyed) return;
    if (!this.writableNeedDrain) {
      this.#send(bytes, rest);
      return;
    }
    limitUnread(this.socket);
    this.once('drain', () => setImmediate(() => this.#continue(bytes, rest)));
  }
}
