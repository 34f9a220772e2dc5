import type { ServerResponse } from 'node:http';

/** The number of pieces in which a body arrives. */
export const PIECES = 10;

/**
 * Lets the body of an answer arrive in pieces. Its head arrives at once.
 *
 * @param wait waits for the time of a piece, and returns false when the rest must not come
 */
export function dripAnswer(response: ServerResponse, wait: () => Promise<boolean>): void {
  const end = response.end.bind(response) as (...input: unknown[]) => ServerResponse;
  response.end = ((chunk?: unknown, encoding?: unknown) => {
    if (typeof chunk !== 'string' && !Buffer.isBuffer(chunk)) return end(chunk, encoding);
    const body = typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding | undefined) : chunk;
    void drip(response, body, wait).then((isWhole) => (isWhole ? end() : response.destroy()));
    return response;
  }) as typeof response.end;
}

/** Returns false when the rest of the body does not come. */
async function drip(response: ServerResponse, body: Buffer, wait: () => Promise<boolean>): Promise<boolean> {
  response.flushHeaders();
  const size = Math.max(1, Math.ceil(body.length / PIECES));
  for (let at = 0; at < body.length; at += size) {
    if (!(await wait()) || response.destroyed) return false;
    response.write(body.subarray(at, at + size));
  }
  return true;
}
