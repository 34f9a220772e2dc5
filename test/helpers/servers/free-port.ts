import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that no system gives to a connection, which begin at 32,768 on Linux: a server that restarts has its port again. */
const [FIRST, END] = [20_000, 32_000];

/**
 * Returns a port for a server, which no other call returns as long as this process lives. Two servers would not notice:
 * haproxy shares its port with every other haproxy.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
}

/** Binds the UDP port of the same number, as long as the process lives; returns false where another process has done so. */
async function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  const isBound = await once(socket, 'listening').then(Boolean, () => false);
  if (!isBound) socket.close();
  return isBound;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isBound = await once(server, 'listening').then(Boolean, () => false);
  if (isBound) await new Promise((resolve) => server.close(resolve));
  return isBound;
}
