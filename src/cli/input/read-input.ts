import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { isSystemError, NAME_EACH, reasonOf } from '../../system-error.js';
import type { Line } from '../../transfer/lines.js';
import type { Context } from '../context.js';
import { CliError, usageError } from '../exit-status.js';

/** Opens the file, or standard input for `-`, at the first read: an earlier error would have no listener. */
export async function* openInput({ io }: Context, file: string): AsyncGenerator<Chunk> {
  yield* file === '-' ? io.stdin : createReadStream(resolve(io.cwd, file));
}

/** Reads a file, or standard input for `-`. @throws {CliError} when it cannot be read, or is not UTF-8 */
export async function readInput(context: Context, file: string): Promise<string> {
  try {
    let text = '';
    for await (const part of decode(openInput(context, file))) text += part;
    return text;
  } catch (error) {
    throw unreadable(file, error);
  }
}

export function unreadable(file: string, error: unknown): unknown {
  if (error instanceof CliError) return usageError(`${file === '-' ? 'standard input' : file}: ${error.message}`);
  if (!isSystemError(error)) return error;
  const problems: Record<string, string> = {
    ENOENT: `there is no file ${file}; ${file.includes('*') ? NAME_EACH : 'check its name'}`,
    EISDIR: `${file} is a folder; name a file in it`,
    EACCES: `you may not read ${file}; run this as its owner, or let its group read it`,
  };
  return usageError(problems[error.code ?? ''] ?? `cannot read ${file}: ${reasonOf(error)}`);
}

export type Chunk = string | Uint8Array;

/** @throws {CliError} for text that is not UTF-8: names would get other characters */
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

export function refuseUtf16([first, second]: Chunk): void {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw usageError('the text is in UTF-16; save it as UTF-8');
  }
}

/** Yields lines as they arrive. @throws {CliError} for a line over the limit, which may never end */
export async function* linesOf(input: Readable): AsyncGenerator<Line> {
  const { LineSplitter } = await import('../../transfer/lines.js');
  const splitter = new LineSplitter();
  for await (const chunk of input) {
    yield* splitter.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array));
    if (splitter.overlong) throw usageError(`line ${splitter.overlong} of the input does not end; is it text?`);
  }
  yield* splitter.end();
}
