import { constants, fstatSync, openSync, type Stats, statSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type Terminal = {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
};

/** A destination of text. */
export interface Sink extends Terminal {
  /** @param callback is called when the text is written, or cannot be */
  write(text: string, callback?: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Calls the listener when whoever reads the text has gone, as far as that is noticed. @returns a function that ends the watch */
  onClosed?(listener: () => void): Promise<() => void>;
}

/** Writes to an open file, and returns the number of bytes that it took. */
type Write = (bytes: Uint8Array) => number;

/**
 * Standard output or standard error. Text for a file, a pipe or /dev/null is written directly, because the streams of Node.js take
 * 2 to 4 ms to load. For a terminal or a socket, and for what a pipe does not take at once, the stream is opened.
 */
export class StandardStream implements Sink {
  readonly #openStream: () => Writable & Sink;
  readonly #listeners: ((error: Error) => void)[] = [];
  #stream: (Writable & Sink) | undefined;
  #write: Write | undefined;

  /** @param openStream opens the stream of Node.js */
  constructor(descriptor: 1 | 2, openStream: () => Writable & Sink) {
    this.#openStream = openStream;
    this.#write = directWrite(descriptor);
  }

  get isTTY(): boolean {
    return this.#write === undefined && this.stream.isTTY === true;
  }

  get columns(): number | undefined {
    return this.#write ? undefined : this.stream.columns;
  }

  get rows(): number | undefined {
    return this.#write ? undefined : this.stream.rows;
  }

  /** The stream of Node.js; all that is written from now on goes to it. */
  get stream(): Writable & Sink {
    this.#write = undefined;
    if (!this.#stream) {
      this.#stream = this.#openStream();
      for (const listener of this.#listeners) this.#stream.on('error', listener);
    }
    return this.#stream;
  }

  on(_event: 'error', listener: (error: Error) => void): void {
    this.#listeners.push(listener);
    this.#stream?.on('error', listener);
  }

  write(text: string, callback: (error?: Error | null) => void = () => {}): void {
    let rest: Uint8Array | string = text;
    try {
      if (this.#write) rest = writeAll(Buffer.from(text), this.#write);
    } catch (error) {
      callback(error as Error);
      return;
    }
    if (rest.length > 0) this.stream.write(rest, callback);
    else callback();
  }
}

/** Returns what the file did not take at once: a pipe can be full. */
function writeAll(bytes: Uint8Array, write: Write): Uint8Array {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(write(rest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return rest;
}

/** Returns a function that writes without waiting; undefined where only a stream can. */
function directWrite(descriptor: 1 | 2): Write | undefined {
  try {
    const found = fstatSync(descriptor);
    if (found.isFile() || isNullDevice(found)) return (bytes) => writeSync(descriptor, bytes);
    // Opened once more, a pipe of Linux can be written to without waiting for its reader. Others who write to it are not concerned.
    if (!found.isFIFO() || process.platform !== 'linux') return undefined;
    const again = openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK);
    return (bytes) => writeSync(again, bytes);
  } catch {
    return undefined;
  }
}

/** Returns true for /dev/null. Only the stream knows whether any other device is a terminal. */
function isNullDevice(found: Stats): boolean {
  return found.isCharacterDevice() && found.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}
