import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { Failure, type FailureWord } from '../domain/failure.js';
import { normalizeAddress } from './address.js';
import { createApp } from './app.js';
import { writeEnvelope } from './envelope.js';
import { errorPayload } from './middleware/answer-errors.js';
import type { Services } from './services.js';

export interface ListenOptions {
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** Connections at one time. */
  maxConnections: number;
  /** How long an idle connection is kept, in milliseconds. */
  keepAliveTimeout: number;
  /** How long closing may take, in milliseconds. */
  shutdownTimeout: number;
}

/** A server that listens. */
export interface Listening {
  url: string;
  /** Ends the service: what was begun is answered, nothing new is taken. Answers whether all of it was in time. */
  close(): Promise<boolean>;
}

/** Starts the service. Rejects with the error of the operating system when the address cannot be had. */
export async function listen(services: Services, options: ListenOptions): Promise<Listening> {
  const { life } = services;
  const handle = createApp(services).callback();
  const server = http.createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: options.keepAliveTimeout,
      maxHeaderSize: 8 * 1024,
      // The service tells of a missing Host in its own words.
      requireHostHeader: false,
    },
    (request, response) => {
      if (life.closing) response.setHeader('Connection', 'close');
      void handle(request, response);
    },
  );
  server.maxConnections = options.maxConnections;
  server.on('checkExpectation', (request, response) => void handle(request, response));
  server.on('clientError', (error, socket) => answerClientError(services, error, socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return { url: urlOf(server.address() as net.AddressInfo), close: () => close(server, services, options) };
}

function urlOf({ address, family, port }: net.AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** How often closing looks whether the last request is answered, in milliseconds. */
const LOOK_EVERY = 50;

/** How long an idle connection may still bring a request that was under way when closing began, in milliseconds. */
const GRACE = 500;

/**
 * Closes the listener alone at first: `http.Server.close` would also cut idle connections, whose next request may
 * already be in the socket. Those get their answer with `Connection: close`; then the idle rest goes.
 */
async function close(server: http.Server, { life }: Services, { shutdownTimeout }: ListenOptions): Promise<boolean> {
  life.closing = true;
  const closed = new Promise<boolean>((resolve) => net.Server.prototype.close.call(server, () => resolve(true)));
  const limit = AbortSignal.timeout(shutdownTimeout);
  const quiet = (async () => {
    for (let calm = 0; calm < GRACE && !limit.aborted; calm = life.inWork === 0 ? calm + LOOK_EVERY : 0) {
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

const CLIENT_ERRORS: Record<string, FailureWord> = {
  HPE_HEADER_OVERFLOW: 'header_fields_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers what Node could not take for a request, in the same shape as every other error. */
function answerClientError({ blacklist, clock }: Services, error: NodeJS.ErrnoException, socket: Duplex): void {
  const now = clock();
  const address = normalizeAddress((socket as net.Socket).remoteAddress ?? '');
  const answered = (socket as net.Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  if (!socket.writable || answered || error.code === 'ECONNRESET' || (address && blacklist.knows(address, now))) {
    socket.destroy();
    return;
  }
  const failure = new Failure(CLIENT_ERRORS[error.code ?? ''] ?? 'malformed_request');
  const { status } = failure.kind;
  const body = writeEnvelope('application/json', {
    timestamp: Math.floor(now / 1000),
    resource: 'error',
    request: '',
    svcapi: errorPayload(failure),
  });
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      'Vary: Accept\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n' +
      body,
  );
}
