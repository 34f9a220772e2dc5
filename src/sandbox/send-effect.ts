import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
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
  { req, res }: StepContext,
  { status, headers, body }: NonNullable<Effect['answer']>,
  now: number,
): Promise<void> {
  if (!req.readableEnded) await once(req.resume(), 'end');
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

const HEAD_END = Buffer.from('\r\n\r\n');

/** Closes the connection after some bytes of the body. The head and a shorter body arrive whole. */
export function cutAnswer(response: ServerResponse, bytes: number): void {
  const connection = response.socket;
  if (!connection) return;
  const write = connection.write.bind(connection) as (...input: unknown[]) => boolean;
  let head: Buffer | undefined = Buffer.alloc(0);
  let left = bytes;
  connection.write = ((chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const data: Buffer = typeof chunk === 'string' ? Buffer.from(chunk, rest[0] as BufferEncoding) : Buffer.from(chunk);
    let body: Buffer = data;
    if (head) {
      head = Buffer.concat([head, data]);
      const end = head.indexOf(HEAD_END);
      if (end === -1) return write(chunk, ...rest);
      body = head.subarray(end + HEAD_END.length);
      head = undefined;
    }
    left -= body.length;
    if (left >= 0) return write(chunk, ...rest);
    connection.write = () => false;
    return write(data.subarray(0, data.length + left), () => connection.destroy());
  }) as typeof connection.write;
  // The next answer on the connection is whole.
  response.once('close', () => Reflect.deleteProperty(connection, 'write'));
}
