import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Finds out whether a server can listen on an address.
 *
 * @throws the error of the system when it cannot
 */
export async function probeAddress(host: string, port: number): Promise<void> {
  const server = createServer((connection) => connection.destroy()).listen(port, host);
  await once(server, 'listening').finally(() => server.close());
}
