import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterConnections, noteConnection } from '../../turn.js';
import type { Lifecycle } from '../state.js';
import { limitConnections, linger } from './connections.js';
import { answerMalformed, type Connection, type RefusingParts } from './malformed-request.js';

/** Times are milliseconds. */
export interface ListenOptions {
  host: string;
  port: number;
  /** The path of a socket, in place of the host and the port. */
  unixSocket?: string | undefined;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  keepAliveTimeout: number;
  drainDelay: number;
  shutdownTimeout: number;
  limits?: Partial<typeof CONNECTION_LIMITS>;
}

export interface ConnectionParts extends RefusingParts {
  handle(...request: Parameters<http.RequestListener>): Promise<void>;
  lifecycle: Lifecycle;
  streams: { close(): void };
}

export interface Listening {
  url: string;
  /** Answers the requests in flight and closes. Resolves with false when the timeout cut some off. */
  close(drainDelay?: number): Promise<boolean>;
}

/** Times are milliseconds. */
export const CONNECTION_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  /** Bytes of the request line and the header fields. The steps of a request refuse more than 8 KiB. */
  maxHeaderSize: 16 * 1024,
  /** For a connection on which no byte moves. Heartbeats keep streams open. */
  idleTimeout: 20_000,
  /** For requests that were on their way to an idle connection when closing began. */
  closingGrace: 500,
};

export async function listen(parts: ConnectionParts, options: ListenOptions): Promise<Listening> {
  const server = createServer(parts, options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const { port, host, unixSocket } = options;
    server.listen(unixSocket === undefined ? { port, host } : { path: unixSocket }, resolve);
  });
  const address = server.address() as AddressInfo | string;
  return {
    url: typeof address === 'string' ? `unix:${address}` : urlOf(address),
    close: (drainDelay = options.drainDelay) => close(server, parts, { ...options, drainDelay }),
  };
}

export function createServer(
  parts: ConnectionParts,
  options: Pick<ListenOptions, 'keepAliveTimeout' | 'maxConnections' | 'maxConnectionsPerAddress' | 'limits'>,
): http.Server {
  const { lifecycle } = parts;
  const { idleTimeout, closingGrace: _, ...limits } = { ...CONNECTION_LIMITS, ...options.limits };
  const { keepAliveTimeout, maxConnections, maxConnectionsPerAddress } = options;
  const handle = queueRequests((request, response) => void parts.handle(request, response), lifecycle);
  // A later step refuses a missing Host, with its own error.
  const server = http.createServer({ ...limits, keepAliveTimeout, requireHostHeader: false }, handle);
  // A client may shut its writing side after its request. Neither the options nor the types of Node have this property.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = maxConnections;
  server.setTimeout(idleTimeout);
  limitConnections(server, parts.isTrusted, maxConnectionsPerAddress);
  server.on('connection', (connection: Socket) => {
    noteConnection();
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

const BATCH_SIZE = 16;

type Exchange = Parameters<http.RequestListener>;

/** Starts requests in batches after the event loop has read its sockets: this is faster than one by one. */
function queueRequests(handle: http.RequestListener, lifecycle: Pick<Lifecycle, 'unanswered'>): http.RequestListener {
  const ready: Exchange[] = [];
  const startBatch = () => {
    const batch = ready.splice(0, BATCH_SIZE);
    if (ready.length > 0) schedule();
    for (const exchange of batch) handle(...exchange);
  };
  const schedule = afterConnections(startBatch);
  const start = (exchange: Exchange, queue: Exchange[]) => {
    const [{ socket }, response] = exchange;
    lifecycle.unanswered += 1;
    response.once('close', () => {
      lifecycle.unanswered -= 1;
      queue.shift();
      // The last answer of a connection drops the requests after it, whose bodies must still be read.
      if (!socket.writable) for (const [dropped] of queue) dropped.resume();
      else if (queue[0]) start(queue[0], queue);
      if (queue.length < 2) socket.resume();
    });
    if (ready.push(exchange) === 1) schedule();
  };
  /** The first request of each connection is in flight. While others wait, the connection is not read. */
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

const CHECK_INTERVAL = 50;

export function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

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
  // `http.Server.close` would cut idle connections at once, although their next request may be in the socket.
  const closed = new Promise<boolean>((resolve) => net.Server.prototype.close.call(server, () => resolve(true)));
  const late = setTimeout(shutdownTimeout, false, { ref: false });
  await Promise.race([closed, late, setTimeout(closingGrace, undefined, { ref: false })]);
  // Node considers a connection idle although its last answer is not sent yet.
  const isSending = () => [...lifecycle.connections].some(({ writableLength }) => writableLength > 0);
  while (performance.now() < end && (lifecycle.unanswered > 0 || isSending())) await setTimeout(CHECK_INTERVAL);
  server.closeIdleConnections();
  // Browsers open connections in advance, and Node waits for a request on them.
  for (const connection of lifecycle.connections) if (connection.bytesRead === 0) connection.destroy();
  const inTime = await Promise.race([closed, late]);
  // Node does not track connections that have sent CONNECT.
  for (const connection of lifecycle.connections) connection.destroy();
  await closed;
  return inTime;
}
