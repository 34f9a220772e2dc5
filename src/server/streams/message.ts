/** The messages of a stream (HTML, section 9.2). An id that begins with @ is a cursor in the order of arrivals. */

/** Returns the cursor that an id names; undefined for any other id. */
export function cursorOfId(id: string): number | undefined {
  return /^@\d{1,15}$/.test(id) ? Number(id.slice(1)) : undefined;
}

/** Formats an item. JSON holds no line end. */
export function formatMessage(id: string, data: object): string {
  return `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Formats the message that items may be missing before a cursor. */
export function formatReset(cursor: number): string {
  return `event: reset\nid: @${cursor}\ndata: {}\n\n`;
}

/** Formats the cursor to continue from. It has data, since some libraries drop an id that comes alone. */
export function formatCursor(cursor: number): string {
  return `event: place\nid: @${cursor}\ndata: {}\n\n`;
}

/** Formats the time before a reconnect, which is random so that not all clients come at once. */
export function formatRetry(): string {
  return `retry: ${Math.round(1000 + Math.random() * 2000)}\n\n`;
}

/** A comment, which keeps proxies and clients from taking a quiet stream for a dead one. */
export const HEARTBEAT = ': heartbeat\n\n';
