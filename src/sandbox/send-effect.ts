import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { inviteBody } from '../server/request/body.js';
import type { StepContext } from '../server/state.js';
import type { Effect } from './faults.js';

/** Returns false for an effect that lets the service answer. @param now Unix milliseconds */
export async function sendEffect(ctx: StepContext, effect: Effect, now: number): Promise<boolean> {
  const { answer, empty, reset, garbage, brokenChunk } = effect;
  const { socket } = ctx.req;
  if (answer) await sendAnswer(ctx, answer, now);
  else if (empty) socket.destroy();
  else if (reset) socket.resetAndDestroy();
  else if (garbage) socket.end('These bytes are not HTTP.\r\n\r\n');
  else if (brokenChunk) socket.end(BROKEN_CHUNK);
  else return false;
  ctx.respond = false;
  return true;
}

const BROKEN_CHUNK =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nbroken\r\n{"svcapi"\r\n';

async function sendAnswer(
  ctx: StepContext,
  { status, headers, body }: NonNullable<Effect['answer']>,
  now: number,
): Promise<void> {
  const { req, res } = ctx;
  if (!req.readableEnded) {
    inviteBody(ctx);
    await once(req.resume(), 'end');
  }
  const isText = typeof body === 'string';
  const text = isText ? body : body === undefined ? '' : JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': isText ? 'text/plain; charset=utf-8' : 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Date: new Date(now).toUTCString(),
    ...headers,
  });
  res.end(text);
}

/** Closes the connection after some bytes of the body. A shorter body arrives whole. */
export function cutAnswer(response: ServerResponse, bytes: number): void {
  const { write, end } = response;
  let left = bytes;
  const send = (chunk: string | Buffer, encoding?: BufferEncoding): boolean => {
    if (left < 0) return false;
    const data = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    left -= data.length;
    if (left >= 0) return write.call(response, data, 'utf8');
    return write.call(response, data.subarray(0, left), 'utf8', () => response.destroy());
  };
  response.write = send as typeof write;
  response.end = ((chunk?: string | Buffer, encoding?: BufferEncoding) => {
    if (chunk !== undefined) send(chunk, encoding);
    return left < 0 ? response : Reflect.apply(end, response, []);
  }) as typeof end;
}
