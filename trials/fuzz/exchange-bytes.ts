import net from 'node:net';

/** What came of some bytes. */
export interface Outcome {
  received: Buffer;
  /** True if the connection was still open when nothing had come for too long. */
  isHanging: boolean;
}

/** The time without a byte that is too long, in milliseconds. */
const TOO_LONG = 3000;

/**
 * Sends bytes on a connection of their own and reads until the service closes it.
 *
 * @param end whether to say that this was all
 * @param silences the times that nothing may come for too long
 * @param isAlive asked when nothing comes: whether the service still answers others, and answers only when it does or is gone
 */
export function exchangeBytes(
  port: number,
  bytes: Buffer,
  { end, silences: allowed }: { end: boolean; silences: number },
  isAlive: () => Promise<boolean>,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
    let silences = 0;
    const finish = (isHanging: boolean) => {
      socket.destroy();
      resolve({ received: Buffer.concat(chunks), isHanging });
    };
    socket.setTimeout(TOO_LONG);
    // A busy machine is slow for everybody: a request hangs if others that came later are answered, and it is not.
    socket.on('timeout', () => {
      silences += 1;
      if (silences > allowed) finish(true);
      else void isAlive().then(() => socket.setTimeout(TOO_LONG));
    });
    socket.on('data', (chunk: Buffer) => {
      silences = 0;
      chunks.push(chunk);
    });
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.on('close', () => finish(false));
    if (end) socket.end(bytes);
    else socket.write(bytes);
  });
}
