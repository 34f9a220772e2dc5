import http from 'node:http';
import net from 'node:net';
import { createApp } from './app.js';
import { answerClientErrors } from './request/client-error.js';
import type { Lifecycle, Services } from './services.js';

export interface ListenOptions {
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** Connections at one time. */
  maxConnections: number;
  /** How long an idle connection is kept, in milliseconds. */
  keepAliveTimeout: number;
  /** How long the service goes on, not ready, before it closes, in milliseconds. */
  drainDelay: number;
  /** How long closing may take, in milliseconds. */
  shutdownTimeout: number;
}

/** A server that listens. */
export interface Listening {
  url: string;
  /** Ends the service: what was begun is answered, nothing new is taken. Answers whether all of it was in time. */
  close(): Promise<boolean>;
}

/** What a connection may take, whoever is at its other end. Times are milliseconds. */
export const CONNECTION_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  /** Bytes of the request line and the header fields together. */
  maxHeaderSize: 8 * 1024,
};

/** How long a connection may stand still while an answer waits to be read, in milliseconds. */
const STALLED_FOR = 15_000;

/** Starts the service. Rejects with the error of the operating system when the address cannot be had. */
export async function listen(services: Services, options: ListenOptions): Promise<Listening> {
  const server = createServer(services, options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return { url: urlOf(server.address() as net.AddressInfo), close: () => close(server, services, options) };
}

/** Makes the server, which does not listen yet. */
export function createServer(
  services: Services,
  { keepAliveTimeout, maxConnections }: Pick<ListenOptions, 'keepAliveTimeout' | 'maxConnections'>,
): http.Server {
  const handle = createApp(services).callback();
  const take: http.RequestListener = (request, response) => void handle(request, response);
  const answerClientError = answerClientErrors(services);
  // The service tells of a missing Host in its own words.
  const server = http.createServer({ ...CONNECTION_LIMITS, keepAliveTimeout, requireHostHeader: false }, take);
  // A client may end its side when it has sent all: without this, Node closes the other side too, before the answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = maxConnections;
  server.setTimeout(STALLED_FOR);
  const { connections } = services.lifecycle;
  server.on('connection', (connection: net.Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  // Without these two, Node invites the body of a request, or refuses it, before anything has looked at it.
  server.on('checkContinue', take);
  server.on('checkExpectation', take);
  server.on('clientError', (error, socket) => void answerClientError(error, socket as net.Socket));
  server.on('connect', ({ socket }) => {
    socket.on('error', () => {});
    void answerClientError(new Error('CONNECT is for proxies'), socket);
  });
  return server;
}

/** The address of a server that listens. */
export function urlOf({ address, family, port }: net.AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** How often closing looks whether the last request is answered, in milliseconds. */
const LOOK_EVERY = 50;

/** How long an idle connection may still bring a request that was under way when closing began, in milliseconds. */
const GRACE = 500;

/** True while nothing is in work and every answer has left whole. */
function isQuiet({ inFlight, connections }: Lifecycle): boolean {
  return inFlight === 0 && [...connections].every((connection) => connection.writableLength === 0);
}

/**
 * Goes on for a while first, so that a load balancer learns that nothing more should come here. Then it closes the listener
 * alone at first: `http.Server.close` would also cut idle connections, whose next request may
 * already be in the socket. Those get their answer with `Connection: close`; then the idle rest goes.
 */
async function close(server: http.Server, { lifecycle }: Services, options: ListenOptions): Promise<boolean> {
  const { drainDelay, shutdownTimeout } = options;
  lifecycle.draining = true;
  if (drainDelay > 0) await new Promise((resolve) => setTimeout(resolve, drainDelay));
  lifecycle.closing = true;
  const closed = new Promise<boolean>((resolve) => net.Server.prototype.close.call(server, () => resolve(true)));
  const limit = AbortSignal.timeout(shutdownTimeout);
  const quiet = (async () => {
    for (let calm = 0; calm < GRACE && !limit.aborted; calm = isQuiet(lifecycle) ? calm + LOOK_EVERY : 0) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
    server.closeIdleConnections();
  })();
  const late = new Promise<boolean>((resolve) => limit.addEventListener('abort', () => resolve(false)));
  const inTime = await Promise.race([closed, late]);
  if (!inTime) server.closeAllConnections();
  await quiet;
  await closed;
  return inTime;
}
