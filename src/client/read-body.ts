import type { IncomingMessage } from 'node:http';
import { Unreachable, WrongAnswer } from './errors.js';

/**
 * Reads the body of an answer.
 *
 * @throws {Unreachable} if it ends early
 * @throws {WrongAnswer} if it is too large, or not UTF-8
 */
export async function readBody(incoming: IncomingMessage, url: URL, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new Unreachable('incomplete', url, error);
  }
  if (size > maxBytes) throw new WrongAnswer(`is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB`);
  return decode(Buffer.concat(chunks));
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new WrongAnswer('is not UTF-8');
  }
}
