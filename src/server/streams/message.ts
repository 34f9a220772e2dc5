/** A place in the order of arrivals, as the id of what is no message of the list. */
export function placeId(place: number): string {
  return `@${place}`;
}

/** Returns the place that an id names; undefined for the id of a message, or what is no id. */
export function placeOfId(id: string): number | undefined {
  return /^@\d{1,15}$/.test(id) ? Number(id.slice(1)) : undefined;
}

/** Formats a message. JSON holds no line end. */
export function formatMessage(id: string, data: object): string {
  return `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Formats the message that items may be missing before it. */
export function formatReset(place: number): string {
  return `event: reset\nid: ${placeId(place)}\ndata: {}\n\n`;
}

/**
 * Formats the message that a client without a newer one continues from. It has data, although browsers need none: libraries
 * drop an id that comes alone.
 */
export function formatPlace(place: number): string {
  return `event: place\nid: ${placeId(place)}\ndata: {}\n\n`;
}

/** Formats the time that a client waits before it reconnects, in milliseconds. */
export function formatRetry(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}

/** A comment, which keeps proxies and clients from taking a quiet stream for a dead one. */
export const HEARTBEAT = ': heartbeat\n\n';
