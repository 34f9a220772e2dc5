import type http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server on any free port, and prints its address. */
export function announce(server: http.Server): void {
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}
