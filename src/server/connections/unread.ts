import type net from 'node:net';

/**
 * Time after which a connection is closed whose client reads nothing of what was written, in milliseconds. Node waits a second
 * time where the system took a part of it: such a connection is open for 15 s.
 */
const UNREAD_TIMEOUT = 7_500;

/** Gives a connection less time if something that was written waits for the client to read. Call it after each answer. */
export function limitUnread(connection: net.Socket | null): void {
  if (connection && connection.writableLength > 0) connection.setTimeout(UNREAD_TIMEOUT);
}

/** Returns true for a connection that was given less time. */
export function isShortened(connection: net.Socket): boolean {
  return connection.timeout === UNREAD_TIMEOUT;
}
