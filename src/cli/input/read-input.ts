import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { isSystemError, reasonOf } from '../../system-error.js';
import { CliError, usageError } from '../cli-error.js';
import type { Context } from '../context.js';
import { type Chunk, decode } from './decode.js';

/** Reads a file, or standard input for `-`. It opens the file when the first chunk is read: an earlier error would have no reader. */
export async function* openInput({ io }: Context, file: string): AsyncGenerator<Chunk> {
  yield* file === '-' ? io.stdin : createReadStream(resolve(io.cwd, file));
}

/**
 * Reads a text file, or standard input for `-`.
 *
 * @throws {CliError} when it cannot be read, or is not UTF-8
 */
export async function readInput(context: Context, file: string): Promise<string> {
  try {
    let text = '';
    for await (const part of decode(openInput(context, file))) text += part;
    return text;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Returns the error of an input with its name: that of the system in words, or one of its content. Others stay as they are. */
export function unreadable(file: string, error: unknown): unknown {
  if (error instanceof CliError) return usageError(`${file === '-' ? 'standard input' : file}: ${error.message}`);
  if (!isSystemError(error)) return error;
  const problems: Record<string, string> = {
    ENOENT: `there is no file ${file}; check its name`,
    EISDIR: `${file} is a folder; name a file in it`,
    EACCES: `you may not read ${file}; run this as its owner, or let its group read it`,
  };
  return usageError(problems[error.code ?? ''] ?? `cannot read ${file}: ${reasonOf(error)}`);
}
