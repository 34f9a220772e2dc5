import type net from 'node:net';
import { type IsTrusted, normalizeAddress } from '../request/address.js';

/** Closes a connection over the maximum of its address. Trusted proxies have none, since all their clients share them. */
export function limitConnections(server: net.Server, isTrusted: IsTrusted, maximum: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (connection: net.Socket) => {
    const peer = connection.remoteAddress ?? '';
    if (isTrusted(peer)) return;
    const address = normalizeAddress(peer) ?? 'unknown';
    const count = counts.get(address) ?? 0;
    if (count >= maximum) {
      connection.destroy();
      return;
    }
    counts.set(address, count + 1);
    connection.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
}

/** Milliseconds without a byte from the client. */
const IDLE_TIMEOUT = 1_000;

/** Maximum idle timeouts that a connection lingers. */
const MAX_TURNS = 5;

const lingering = new WeakSet<net.Socket>();

export function isLingering(connection: net.Socket): boolean {
  return lingering.has(connection);
}

/** Shuts the writing side and reads on: a reset for unread bytes can overtake the answer (RFC 9112, section 9.6). */
export function linger(connection: net.Socket): void {
  // The timer of a closed connection would never be cleared.
  if (lingering.has(connection) || connection.destroyed) return;
  lingering.add(connection);
  connection.end();
  connection.resume();
  let bytes = connection.bytesRead;
  let turns = 0;
  const check = () => {
    turns += 1;
    if (connection.bytesRead === bytes || turns === MAX_TURNS) connection.destroy();
    bytes = connection.bytesRead;
  };
  // A busy process reads what has arrived before it checks.
  const timer = setInterval(() => setImmediate(check), IDLE_TIMEOUT);
  connection.once('close', () => clearInterval(timer));
}
