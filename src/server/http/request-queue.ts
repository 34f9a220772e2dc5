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

  /** The requests of each connection; the first one is in flight. */
  const queues = new WeakMap<Socket, Exchange[]>();
  const queueOf = (socket: Socket): Exchange[] => {
    const queue = queues.get(socket) ?? [];
    if (!queues.has(socket)) {
      queues.set(socket, queue);
      // Node resumes reading after each request.
      socket.on('resume', () => queue.length > 1 && socket.writable && socket.pause());
    }
    return queue;
  };
  const start = (exchange: Exchange) => {
    const [{ socket }, response] = exchange;
    lifecycle.unanswered += 1;
    response.once('close', () => {
      lifecycle.unanswered -= 1;
      startNext(socket);
    });
    if (ready.push(exchange) === 1) setImmediate(startBatch);
  };
  const startNext = (socket: Socket) => {
    const queue = queueOf(socket);
    queue.shift();
    const [next] = queue;
    // The last answer of a connection drops the requests after it, whose bodies are read for nothing.
    if (!socket.writable) for (const [dropped] of queue) dropped.resume();
    else if (next) start(next);
    if (queue.length < 2) socket.resume();
  };
  return (...exchange) => {
    const [request] = exchange;
    const { socket } = request;
    if (!socket.writable) return void request.resume();
    if (queueOf(socket).push(exchange) === 1) start(exchange);
    else socket.pause();
  };
}
