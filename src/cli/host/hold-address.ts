import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Listens on an address while some work is done, to find out whether a server can.
 *
 * @throws the error of the system when it cannot listen, and what the work throws
 */
export async function holdAddress(host: string, port: number, work = async (): Promise<void> => {}): Promise<void> {
  const server = createServer((connection) => connection.destroy());
  try {
    server.listen(port, host);
    await once(server, 'listening');
    await work();
  } finally {
    server.close();
  }
}
