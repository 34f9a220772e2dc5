import type { ServerResponse } from 'node:http';

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Lets so many bytes of a body reach the client, and closes the connection then, as a network that fails. The head arrives
 * whole, and an answer with a shorter body too.
 */
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
