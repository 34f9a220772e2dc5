import { Unreachable, WrongAnswer } from '../errors.js';
import type { Url } from '../platform.js';
import type { OpenAnswer } from './transport.js';

/**
 * Reads the body of an answer.
 *
 * @throws {Unreachable} if it ends early
 * @throws {WrongAnswer} if it is too large, or not UTF-8
 */
export async function readText(answer: OpenAnswer, url: Url, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new Unreachable('incomplete', url, error, answer);
  }
  if (size > maxBytes) throw new WrongAnswer(`is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB`, answer);
  return decode(chunks, answer);
}

function decode(chunks: readonly Uint8Array[], answer: OpenAnswer): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  } catch {
    throw new WrongAnswer('is not UTF-8', answer);
  }
}
