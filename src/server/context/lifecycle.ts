import type { Socket } from 'node:net';

/** The state of a server. While it drains it serves on, but is not ready; while it closes it finishes the requests in flight. */
export interface Lifecycle {
  draining: boolean;
  closing: boolean;
  /** Requests in flight, without those that wait for their body. */
  inFlight: number;
  /** Requests whose answer is not written yet, those included that wait. */
  unanswered: number;
  /** Open connections. */
  connections: Set<Socket>;
}

/** Returns the state of a server that begins. */
export function newLifecycle(): Lifecycle {
  return { draining: false, closing: false, inFlight: 0, unanswered: 0, connections: new Set() };
}
