import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type net from 'node:net';
import { type ErrorCode, Failure } from '../../domain/failure.js';
import { isLingering, linger } from '../connections/linger.js';
import { errorPayload } from '../middleware/answer-errors.js';
import { trustIn } from '../middleware/find-client-address.js';
import { SECURITY_HEADERS } from '../middleware/set-headers.js';
import { type Format, formatsByName, writeEnvelope } from '../response/write-envelope.js';
import type { Services } from '../services.js';
import { normalizeAddress } from './address.js';

const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'header_fields_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** A connection with the answer that Node is writing to it, where its own handling of these errors looks too. */
type Connection = net.Socket & { _httpMessage?: http.ServerResponse | null };

/**
 * Returns the handler of connections on which Node cannot parse a request. It answers in the shape of every other error and
 * closes the connection; a blacklisted peer gets no byte.
 *
 * The error and the received bytes are not logged, since they can hold a token.
 */
export function answerClientErrors({ blacklist, clock, stats, log, options }: Services) {
  const isTrusted = trustIn(options.trustedProxies);
  const defaultFormat = formatsByName[options.defaultFormat];
  const ended = new WeakSet<net.Socket>();
  return async (error: NodeJS.ErrnoException, connection: Connection): Promise<void> => {
    if (ended.has(connection) || isLingering(connection)) return;
    ended.add(connection);
    stats.malformed += 1;
    await earlierAnswers(connection);
    const now = clock();
    const peer = connection.remoteAddress ?? '';
    const address = normalizeAddress(peer) ?? 'unknown';
    const isRefused = !isTrusted(peer) && (await blacklist.has(address, now));
    if (isRefused || !connection.writable || error.code === 'ECONNRESET') {
      connection.destroy();
      return;
    }
    const begun = connection._httpMessage;
    // An answer that has begun is written already, since each is written in one call.
    if (begun?.headersSent) return linger(connection);
    const requestId = String(begun?.getHeader('X-Request-Id') ?? randomUUID());
    const failure = new Failure(CODES[error.code ?? ''] ?? 'malformed_request');
    connection.write(write(failure, requestId, now, defaultFormat));
    linger(connection);
    // A begun request has its own line in the log.
    if (!begun && options.requestLog)
      log.info({ requestId, status: failure.definition.status, error: failure.code, address }, 'answered');
  };
}

/** Waits for the answers to earlier requests, since answers are sent in the order of their requests. */
async function earlierAnswers(connection: Connection): Promise<void> {
  for (let answer = connection._httpMessage; answer?.req.complete; answer = connection._httpMessage) {
    await new Promise((resolve) => answer?.once('close', resolve));
  }
}

function write(failure: Failure, requestId: string, now: number, format: Format): string {
  const { status } = failure.definition;
  const body = writeEnvelope(format, {
    timestamp: Math.floor(now / 1000),
    resource: 'error',
    request: '',
    svcapi: errorPayload(failure),
  });
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': `${format}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    Vary: 'Accept',
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
