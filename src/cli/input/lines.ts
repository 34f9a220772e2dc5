import type { Readable } from 'node:stream';
import { type Line, LineSplitter } from '../../transfer/lines.js';
import { usageError } from '../cli-error.js';

/**
 * Yields the lines of an input as they arrive.
 *
 * @throws {CliError} at a line that exceeds the limit and has not ended yet: it may never end
 */
export async function* linesOf(input: Readable): AsyncGenerator<Line> {
  const splitter = new LineSplitter();
  for await (const chunk of input) {
    yield* splitter.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array));
    if (splitter.overlong) throw usageError(`line ${splitter.overlong} of the input does not end; is it text?`);
  }
  yield* splitter.end();
}
