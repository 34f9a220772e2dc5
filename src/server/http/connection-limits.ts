import type net from 'node:net';
import { type IsTrusted, normalizeAddress } from '../request/address.js';
import { AddressCounts } from './address-counts.js';

/**
 * Limits the open connections of each client address: one over the maximum is closed at once. Trusted proxies have no
 * maximum, since the connections of all their clients are theirs.
 */
export function limitConnections(server: net.Server, isTrusted: IsTrusted, maximum: number): void {
  const open = new AddressCounts(maximum);
  server.on('connection', (connection: net.Socket) => {
    const peer = connection.remoteAddress ?? '';
    if (isTrusted(peer)) return;
    const address = normalizeAddress(peer) ?? 'unknown';
    if (open.add(address)) connection.once('close', () => open.remove(address));
    else connection.destroy();
  });
}
