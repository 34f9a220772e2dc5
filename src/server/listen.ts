import http from 'node:http';
import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { acceptWaiting } from './connections/accept-waiting.js';
import { answerClientErrors, type ClientErrorParts } from './connections/client-error.js';
import { limitConnections } from './connections/limit-connections.js';
import { linger } from './connections/linger.js';
import { ConnectionQueue, RequestQueue } from './connections/request-queue.js';
import type { Lifecycle } from './context/lifecycle.js';

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
export interface ConnectionParts extends ClientErrorParts {
  /** Answers a request. */
  handle(...request: Parameters<http.RequestListener>): Promise<void>;
  lifecycle: Lifecycle;
  /** The streams that go on after their request. */
  streams: { close(): void };
}

/** A listening server. */
export interface Listening {
  url: string;
  /** Answers the requests in flight and closes. Resolves with false when some of them were cut off by the timeout. */
  close(): Promise<boolean>;
}

/** Limits of every connection. Times are milliseconds. */
export const CONNECTION_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  /**
   * Bytes of the request line and the header fields together. The service itself refuses more than 8 KiB, with its steps: here
   * Node does not know the path and the client address, which the call is counted for.
   */
  maxHeaderSize: 16 * 1024,
  /**
   * Time after which a connection is closed on which no byte has moved; twice as long where the system has taken a part of
   * the last answer. A heartbeat keeps a stream within it, and the limits of the database end a request before it.
   */
  idleTimeout: 20_000,
  /** Time for requests that were on their way to an idle connection when closing began. */
  closingGrace: 500,
};

/** The requests of each connection. */
const queues = new WeakMap<net.Socket, ConnectionQueue>();

/** Starts the service. Rejects with the error of the operating system when it cannot listen. */
export async function listen(parts: ConnectionParts, options: ListenOptions): Promise<Listening> {
  const server = createServer(parts, options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return { url: urlOf(server.address() as net.AddressInfo), close: () => close(server, parts, options) };
}

/** Creates the server without listening. */
export function createServer(
  parts: ConnectionParts,
  {
    keepAliveTimeout,
    maxConnections,
    maxConnectionsPerAddress,
    limits,
  }: Pick<ListenOptions, 'keepAliveTimeout' | 'maxConnections' | 'maxConnectionsPerAddress' | 'limits'>,
): http.Server {
  const take: http.RequestListener = (request, response) => {
    queues.get(request.socket)?.add(request, response);
  };
  const answerClientError = answerClientErrors(parts);
  const { idleTimeout, closingGrace: _, ...limitsOfNode } = { ...CONNECTION_LIMITS, ...limits };
  // The service itself refuses a missing Host, with its own error.
  const server = http.createServer({ ...limitsOfNode, keepAliveTimeout, requireHostHeader: false }, take);
  // A client may shut its writing side after its request: without this, Node closes the connection before the answer. Node has no option
  // for it, and its types do not know the property.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = maxConnections;
  limitConnections(server, parts, maxConnectionsPerAddress);
  server.setTimeout(idleTimeout);
  const { lifecycle } = parts;
  const requests = new RequestQueue(lifecycle);
  server.on('drop', () => requests.noteConnection());
  server.on('connection', (connection: net.Socket) => {
    requests.noteConnection();
    lifecycle.connections.add(connection);
    connection.once('close', () => lifecycle.connections.delete(connection));
    // Node's own listener would do the same, but Node forgets a connection that has sent CONNECT.
    connection.once('timeout', () => connection.destroy());
    queues.set(
      connection,
      new ConnectionQueue(connection, requests, (request, response) => void parts.handle(request, response)),
    );
    // Node closes a connection by this after its last answer.
    connection.destroySoon = () => linger(connection);
  });
  // Without these two, Node itself answers Expect, before any step has seen the request.
  server.on('checkContinue', take);
  server.on('checkExpectation', take);
  server.on('clientError', (error, socket) => void answerClientError(error, socket as net.Socket));
  server.on('connect', ({ socket }) => {
    socket.on('error', () => {});
    void answerClientError(new Error('CONNECT is for proxies'), socket);
  });
  return server;
}

/** Returns the URL of a listening server. */
export function urlOf({ address, family, port }: net.AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Interval of the checks whether the last request is answered, in milliseconds. */
const CHECK_INTERVAL = 50;

/** Returns true while a request of the connection is in flight, or its answer is being sent. */
function isBusy(connection: net.Socket): boolean {
  return queues.get(connection)?.isBusy === true;
}

/** Returns true while no request is in flight and every answer has been sent. */
function isQuiet({ inFlight, connections }: Lifecycle): boolean {
  return inFlight === 0 && [...connections].every((each) => each.writableLength === 0 && !isBusy(each));
}

/**
 * Closes the server. It serves on while the load balancers learn that it is not ready, ends the
 * streams, accepts the connections that wait, and then closes the listener alone:
 * `http.Server.close` would also cut idle connections, whose next request may already be in the socket. Such requests get
 * their answer with `Connection: close`; the connections that stay idle are closed last. One limit holds for all of it.
 */
async function close(
  server: http.Server,
  { lifecycle, streams }: ConnectionParts,
  options: ListenOptions,
): Promise<boolean> {
  const { drainDelay, shutdownTimeout } = options;
  const { closingGrace } = { ...CONNECTION_LIMITS, ...options.limits };
  const end = performance.now() + drainDelay + shutdownTimeout;
  lifecycle.draining = true;
  if (drainDelay > 0) await setTimeout(drainDelay);
  lifecycle.closing = true;
  streams.close();
  lifecycle.accepting = true;
  await acceptWaiting(server, end - shutdownTimeout / 2);
  lifecycle.accepting = false;
  const closed = new Promise<boolean>((resolve) => net.Server.prototype.close.call(server, () => resolve(true)));
  const late = setTimeout(Math.max(end - performance.now(), 0), false, { ref: false });
  const quiet = (async () => {
    let calm = 0;
    // Without connections nothing can be on its way.
    while (calm < closingGrace && performance.now() < end && lifecycle.connections.size > 0) {
      await setTimeout(CHECK_INTERVAL);
      calm = isQuiet(lifecycle) ? calm + CHECK_INTERVAL : 0;
    }
    server.closeIdleConnections();
  })();
  const inTime = await Promise.race([closed, late]);
  // Node itself forgets the connections that have sent CONNECT.
  for (const connection of lifecycle.connections) connection.destroy();
  await quiet;
  await closed;
  return inTime;
}
