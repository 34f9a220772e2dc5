import type http from 'node:http';
import type { Socket } from 'node:net';
import type { Lifecycle } from '../state.js';

/** Maximum requests that one turn of the event loop starts. */
const BATCH_SIZE = 16;

type Exchange = Parameters<http.RequestListener>;

/**
 * Starts requests after the event loop has read its sockets, several together: that takes less time than one by one. A connection
 * has one request in flight; while others wait for it, nothing more is read from the connection.
 */
export function queueRequests(
  handle: http.RequestListener,
  lifecycle: Pick<Lifecycle, 'unanswered'>,
): http.RequestListener {
  const ready: Exchange[] = [];
  const startBatch = () => {
    const batch = ready.splice(0, BATCH_SIZE);
    if (ready.length > 0) setImmediate(startBatch);
    for (const exchange of batch) if (!exchange[0].socket.destroyed) handle(...exchange);
  };
  const start = (exchange: Exchange, queue: Exchange[]) => {
    const [{ socket }, response] = exchange;
    lifecycle.unanswered += 1;
    response.once('close', () => {
      lifecycle.unanswered -= 1;
      queue.shift();
      // The last answer of a connection drops the requests after it, whose bodies are read for nothing.
      if (!socket.writable) for (const [dropped] of queue) dropped.resume();
      else if (queue[0]) start(queue[0], queue);
      if (queue.length < 2) socket.resume();
    });
    if (ready.push(exchange) === 1) setImmediate(startBatch);
  };
  /** The requests of each connection; the first one is in flight. */
  const queues = new WeakMap<Socket, Exchange[]>();
  return (...exchange) => {
    const [request] = exchange;
    const { socket } = request;
    if (!socket.writable) return void request.resume();
    const queue = queues.get(socket) ?? [];
    if (queue.push(exchange) > 1) return void socket.pause();
    if (!queues.has(socket)) {
      queues.set(socket, queue);
      // Node resumes reading after each request.
      socket.on('resume', () => queue.length > 1 && socket.writable && socket.pause());
    }
    start(exchange, queue);
  };
}
