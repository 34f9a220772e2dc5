import type net from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** The maximum length of the queue: turns of the event loop, each of which accepts at least one. */
const QUEUE = 511;

/**
 * Accepts the connections that wait in the queue of the kernel: their clients are connected already, and closing the listener
 * would reset them. Each turn of the event loop accepts one or more, so the queue is empty after a turn without any. The listener
 * is then closed in the same turn.
 *
 * @param end the time after which no more are accepted, by `performance.now`
 */
export async function acceptWaiting(server: net.Server, end: number): Promise<void> {
  let isEmpty = false;
  const onAccept = () => {
    isEmpty = false;
  };
  server.on('connection', onAccept).on('drop', onAccept);
  // From here on, the loop looks for connections between one turn and the next.
  await setImmediate();
  for (let turn = 0; turn < QUEUE && !isEmpty && performance.now() < end; turn += 1) {
    isEmpty = true;
    await setImmediate();
  }
  server.off('connection', onAccept).off('drop', onAccept);
}
