import { usageError } from '../cli-error.js';

/** A part of an input. */
export type Chunk = string | Uint8Array;

/**
 * Decodes an input. Text in another encoding would arrive with other characters in its names.
 *
 * @throws {CliError} for text that is not UTF-8
 */
export async function* decode(input: AsyncIterable<Chunk>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isFirst = true;
  for await (const chunk of input) {
    if (isFirst) refuseUtf16(chunk);
    isFirst = false;
    yield typeof chunk === 'string' ? chunk : decodeWith(decoder, chunk);
  }
  yield decodeWith(decoder, undefined);
}

/** Yields what was read ahead of an input, and then the rest. */
export async function* joined<T>(head: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function decodeWith(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array | undefined): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw usageError('the text is not UTF-8; save it as UTF-8');
  }
}

/** @throws {CliError} when the first chunk of an input has the byte order mark of UTF-16 */
export function refuseUtf16([first, second]: Chunk): void {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw usageError('the text is in UTF-16; save it as UTF-8');
  }
}
