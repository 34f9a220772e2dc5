import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Reason, refusals } from '../domain/refusals.js';

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

/** A list, or bytes that are not ASCII, where the first record begins. */
const NOT_RECORDS = /^[ \t\r\n]*(?:\[|[^{]{0,15}[^\t\r\n -~]|\{\0)/;

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
    const [start, whole] = await peek(chunks);
    if (!start.subarray(0, 2).equals(GZIP)) return yield* checked(source, start, whole);
    onCompressed?.();
    const [inner, plain] = await peek(decompress(source, whole));
    yield* checked(source, inner, plain);
  } catch (error) {
    // A stream that is destroyed by the signal throws another error instead of the signal's reason.
    signal?.throwIfAborted();
    throw error;
  } finally {
    stream.destroy();
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);

async function* checked({ name }: Source, start: Buffer, chunks: AsyncGenerator<Uint8Array>) {
  const text = start.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  if (NOT_RECORDS.test(text)) throw new UnreadableSource(name, refusals.notRecords());
  yield* chunks;
}

async function* countBytes(stream: Readable, onRead?: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    onRead?.(bytes);
    yield chunk;
  }
}

/** Returns the first bytes of chunks, and all of these. A pipe may wait for its acknowledgement after the first line. */
async function peek(chunks: AsyncGenerator<Uint8Array>): Promise<[start: Buffer, whole: AsyncGenerator<Uint8Array>]> {
  let start = Buffer.alloc(0);
  while (start.length < 16 && !/^[^!-~]*[!-~][^\n]*\n/.test(start.toString('latin1'))) {
    // A loop would end the generator.
    const { value, done } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const whole = async function* () {
    if (start.length > 0) yield start as Uint8Array;
    yield* chunks;
  };
  return [start, whole()];
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
