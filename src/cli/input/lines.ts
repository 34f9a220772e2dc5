import type { Readable } from 'node:stream';
import { CliError } from '../cli-error.js';

/** A line of input, and its number, counted from 1. */
export interface Line {
  number: number;
  text: string;
}

/** No line that means anything is longer, and one without an end must not fill the memory. */
const LONGEST = 1024 * 1024;

/**
 * The lines of a stream of UTF-8, one after the other as they come, without their ends.
 *
 * @throws {CliError} at a line of more than a million characters
 */
export async function* linesOf(input: Readable): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let number = 0;
  let rest = '';
  for await (const chunk of input) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array, { stream: true });
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield { number: ++number, text: part.replace(/\r$/, '') };
    if (rest.length > LONGEST) throw new CliError('usage', `line ${number + 1} of the input does not end; is it text?`);
  }
  rest += decoder.decode();
  if (rest !== '') yield { number: ++number, text: rest.replace(/\r$/, '') };
}
