import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { usageError } from '../cli-error.js';
import type { Context } from '../context.js';

/**
 * Reads a text file, or standard input for `-`.
 *
 * @throws {CliError} when it cannot be read
 */
export async function readInput({ io }: Context, file: string): Promise<string> {
  try {
    return await text(file === '-' ? io.stdin : createReadStream(resolve(io.cwd, file)));
  } catch (error) {
    throw usageError(`the input cannot be read: ${(error as Error).message}`);
  }
}
