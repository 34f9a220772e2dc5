import type net from 'node:net';
import { type IsTrusted, normalizeAddress } from '../request/address.js';

/**
 * Limits the open connections of each client address: one over the maximum is closed at once. Trusted proxies have no
 * maximum, since the connections of all their clients are theirs.
 */
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

/** Time without a byte from the client after which a lingering connection is closed, in milliseconds. */
const IDLE_TIMEOUT = 1_000;

/** Maximum time that a connection lingers, in idle timeouts. */
const MAX_TURNS = 5;

const lingering = new WeakSet<net.Socket>();

/** Returns true for a connection whose last answer has been written. */
export function isLingering(connection: net.Socket): boolean {
  return lingering.has(connection);
}

/**
 * Closes a connection after its last answer, so that the answer arrives (RFC 9112, section 9.6): it shuts the writing side
 * and reads on until the client closes too. A connection that closes with unread bytes is reset, and a reset can overtake
 * the answer. Requests and errors among these bytes are ignored.
 */
export function linger(connection: net.Socket): void {
  // A client may have left while its call was counted: what is closed would never clear the timer.
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
  // A busy process reads what has arrived before it looks.
  const timer = setInterval(() => setImmediate(check), IDLE_TIMEOUT);
  connection.once('close', () => clearInterval(timer));
}
