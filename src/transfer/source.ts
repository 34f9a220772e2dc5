import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Reason, refusals } from '../domain/refusals.js';
import { formatOf, START_LENGTH } from './source-format.js';

/** A file of records: its name for messages, and how to open it when its turn comes. */
export interface Source {
  name: string;
  open(): Readable;
}

/** A source that holds no lines of records at all; the message says why and what to do. */
export class UnreadableSource extends Error {
  constructor(name: string, problem: Reason) {
    super(`${name} ${problem}`);
    this.name = 'UnreadableSource';
  }
}

interface ReadOptions {
  signal?: AbortSignal | undefined;
  /** Called with the number of bytes that were read so far, before any decompression. */
  onRead?: (bytes: number) => void;
  /** Called before the first bytes of a source that is compressed. */
  onCompressed?: () => void;
}

/**
 * Reads the bytes of a source as they arrive, decompressed if it is gzip, which its first bytes show.
 *
 * @throws {UnreadableSource} when it is another format than lines of text, or damaged gzip
 * @throws the error of its stream, and the reason of the signal when it aborts
 */
export async function* readSource(
  source: Source,
  { signal, onRead, onCompressed }: ReadOptions = {},
): AsyncGenerator<Uint8Array> {
  const stream = source.open();
  try {
    const chunks = countBytes(signal ? addAbortSignal(signal, stream) : stream, onRead);
    const start = await readStart(chunks);
    const format = formatOf(start);
    if (format !== 'text' && format !== 'gzip') throw new UnreadableSource(source.name, format.problem);
    const whole = prepend(start, chunks);
    if (format === 'text') return yield* whole;
    onCompressed?.();
    const plain = decompress(source, whole);
    const inner = await readStart(plain);
    const innerFormat = formatOf(inner);
    if (innerFormat === 'gzip') throw new UnreadableSource(source.name, refusals.compressedTwice());
    if (innerFormat !== 'text') throw new UnreadableSource(source.name, innerFormat.problem);
    yield* prepend(inner, plain);
  } catch (error) {
    // A stream that is destroyed by the signal throws an error of its own instead of the signal's reason.
    signal?.throwIfAborted();
    throw error;
  } finally {
    stream.destroy();
  }
}

async function* countBytes(stream: Readable, onRead?: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    onRead?.(bytes);
    yield chunk;
  }
}

/** Reads until there are enough bytes to recognise a format, or a whole line: a pipe may wait for its acknowledgement. */
async function readStart(chunks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  let start: Uint8Array = new Uint8Array();
  while (start.length < START_LENGTH && !hasLine(Buffer.from(start).toString('latin1'))) {
    // A loop would end the generator.
    const { value, done } = await chunks.next();
    if (done) break;
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  return start;
}

/** Returns true for a whole line with a character that can be seen. */
function hasLine(text: string): boolean {
  return /[\x21-\x7e]/.test(text.slice(0, text.lastIndexOf('\n') + 1));
}

async function* prepend(start: Uint8Array, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (start.length > 0) yield start;
  yield* chunks;
}

/** Decompresses all members of a gzip file; memory is bounded however much it expands. */
async function* decompress({ name }: Source, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  try {
    // An error of the source ends the decompression, where it is thrown.
    yield* pipeline(Readable.from(chunks), gunzip, () => {});
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw new UnreadableSource(name, refusals.cutOff());
    if (code?.startsWith('Z_')) throw new UnreadableSource(name, refusals.damaged());
    throw error;
  }
}
