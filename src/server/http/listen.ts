import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Lifecycle } from '../state.js';
import { limitConnections, linger } from './connections.js';
import { answerMalformed, type Connection, type RefusingParts } from './malformed-request.js';

export interface ListenOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Maximum open connections. */
  maxConnections: number;
  /** Maximum open connections of one client address; trusted proxies have none. */
  maxConnectionsPerAddress: number;
  /** Time that an idle connection stays open, in milliseconds. */
  keepAliveTimeout: number;
  /** Time of serving while not ready, before the service closes, in milliseconds. */
  drainDelay: number;
  /** Maximum time that closing takes, in milliseconds. */
  shutdownTimeout: number;
  /** Limits of every connection, in place of `CONNECTION_LIMITS`. */
  limits?: Partial<typeof CONNECTION_LIMITS>;
}

/** The parts of the service that its connections use. */
export interface ConnectionParts extends RefusingParts {
  /** Answers a request. */
  handle(...request: Parameters<http.RequestListener>): Promise<void>;
  lifecycle: Lifecycle;
  /** The streams that go on after their request. */
  streams: { close(): void };
}

/** A listening server. */
export interface Listening {
  url: string;
  /**
   * Answers the requests in flight and closes. Resolves with false when some of them were cut off by the timeout.
   *
   * @param drainDelay replaces the one of the options, in milliseconds
   */
  close(drainDelay?: number): Promise<boolean>;
}

/** Limits of every connection. Times are milliseconds. */
export const CONNECTION_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  /** Bytes of the request line and the header fields together. The service itself refuses more than 8 KiB, with its steps. */
  maxHeaderSize: 16 * 1024,
  /** Time after which a connection is closed on which no byte has moved. A heartbeat keeps a stream within it. */
  idleTimeout: 20_000,
  /** Time for requests that were on their way to an idle connection when closing began. */
  closingGrace: 500,
};

/** Starts the service. Rejects with the error of the operating system when it cannot listen. */
export async function listen(parts: ConnectionParts, options: ListenOptions): Promise<Listening> {
  const server = createServer(parts, options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    url: urlOf(server.address() as AddressInfo),
    close: (drainDelay = options.drainDelay) => close(server, parts, { ...options, drainDelay }),
  };
}

/** Creates the server without listening. */
export function createServer(
  parts: ConnectionParts,
  options: Pick<ListenOptions, 'keepAliveTimeout' | 'maxConnections' | 'maxConnectionsPerAddress' | 'limits'>,
): http.Server {
  const { lifecycle } = parts;
  const { idleTimeout, closingGrace: _, ...limits } = { ...CONNECTION_LIMITS, ...options.limits };
  const { keepAliveTimeout, maxConnections, maxConnectionsPerAddress } = options;
  const handle = queueRequests((request, response) => void parts.handle(request, response), lifecycle);
  // The service itself refuses a missing Host, with its own error.
  const server = http.createServer({ ...limits, keepAliveTimeout, requireHostHeader: false }, handle);
  // A client may shut its writing side after its request: Node has no option for it, and its types do not know the property.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = maxConnections;
  server.setTimeout(idleTimeout);
  limitConnections(server, parts.isTrusted, maxConnectionsPerAddress);
  server.on('connection', (connection: Socket) => {
    lifecycle.connections.add(connection);
    connection.once('close', () => lifecycle.connections.delete(connection));
    // Node closes a connection by this after its last answer.
    connection.destroySoon = () => linger(connection);
  });
  // Without these two, Node itself answers Expect, before any step has seen the request.
  server.on('checkContinue', handle).on('checkExpectation', handle);
  const refuse = answerMalformed(parts);
  server.on('clientError', (error, connection) => void refuse(error, connection as Connection));
  server.on('connect', ({ socket }) => {
    // Node has removed its own listeners.
    socket.on('error', () => {}).once('timeout', () => socket.destroy());
    void refuse(new Error('CONNECT is for proxies'), socket);
  });
  return server;
}

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

/** Interval of the checks whether the last request is answered, in milliseconds. */
const CHECK_INTERVAL = 50;

/** Returns the URL of a listening server. */
export function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Closes the server: after the drain delay it ends the streams, answers the requests in flight, and destroys what is left. */
async function close(
  server: http.Server,
  { lifecycle, streams }: ConnectionParts,
  { drainDelay, shutdownTimeout, limits }: ListenOptions,
): Promise<boolean> {
  const { closingGrace } = { ...CONNECTION_LIMITS, ...limits };
  lifecycle.draining = true;
  if (drainDelay > 0) await setTimeout(drainDelay);
  lifecycle.closing = true;
  streams.close();
  const end = performance.now() + shutdownTimeout;
  // `http.Server.close` would cut idle connections at once, whose next request may be in the socket already.
  const closed = new Promise<boolean>((resolve) => net.Server.prototype.close.call(server, () => resolve(true)));
  const late = setTimeout(shutdownTimeout, false, { ref: false });
  await Promise.race([closed, late, setTimeout(closingGrace, undefined, { ref: false })]);
  // Node takes a connection whose last answer is not sent yet for an idle one.
  const isSending = () => [...lifecycle.connections].some(({ writableLength }) => writableLength > 0);
  while (performance.now() < end && (lifecycle.unanswered > 0 || isSending())) await setTimeout(CHECK_INTERVAL);
  server.closeIdleConnections();
  const inTime = await Promise.race([closed, late]);
  // Node itself forgets the connections that have sent CONNECT.
  for (const connection of lifecycle.connections) connection.destroy();
  await closed;
  return inTime;
}
