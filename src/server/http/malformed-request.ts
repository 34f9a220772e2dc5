import { randomUUID } from 'node:crypto';
import http, { type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { type ErrorCode, Failure } from '../../domain/failure.js';
import { type IsTrusted, normalizeAddress } from '../request/address.js';
import { commonFields, vary, writeFailure } from '../response/envelope.js';
import { isLingering, linger } from './connections.js';

export interface RefusingParts {
  isTrusted: IsTrusted;
  isRefused(address: string, now: number): boolean | Promise<boolean>;
  clock(): number;
  log: Logger;
  options: { requestLog: boolean };
}

type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** `_httpMessage` is the response that Node is writing. */
export type Connection = Socket & { _httpMessage?: ServerResponse | null };

const ERRORS: Record<string, [code: ErrorCode, message?: string]> = {
  HPE_HEADER_OVERFLOW: ['header_fields_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout'],
  HPE_INVALID_URL: ['malformed_request', 'The path has a character that must be percent-encoded.'],
  HPE_INVALID_CONSTANT: ['malformed_request', 'The request line has a space too many: write it as %20 in the path.'],
  HPE_INVALID_VERSION: ['malformed_request', 'Use HTTP/1.1.'],
  HPE_PAUSED_H2_UPGRADE: ['malformed_request', 'This service speaks HTTP/1.1, not HTTP/2.'],
  HPE_INVALID_HEADER_TOKEN: ['malformed_request', 'A header field has an invalid name or value.'],
};

const BEGINNINGS: [beginning: string, message: string][] = [
  ['\x16\x03', 'This port speaks plain HTTP, and the client speaks TLS: use http:// here, or https:// at the proxy.'],
  ['PROXY ', 'This service does not read the PROXY protocol: let the proxy send X-Forwarded-For.'],
];

const LOWER_CASE = /^(?:get|put|post|head|delete|option|patch)/;

/** Leaves out the bytes that Node has read: they can hold a token. */
function failureOf({ code = '', rawPacket }: ParseError): Failure {
  const beginning = rawPacket?.subarray(0, 6).toString('latin1') ?? '';
  const known = BEGINNINGS.find(([start]) => beginning.startsWith(start))?.[1];
  const invalidMethod = LOWER_CASE.test(beginning) ? 'Write the method in capital letters.' : known;
  const [errorCode, message] = ERRORS[code] ?? ['malformed_request'];
  return new Failure(errorCode, code === 'HPE_INVALID_METHOD' ? invalidMethod : message);
}

/** Answers in JSON, after the answers to earlier requests, and closes. A blacklisted client gets no byte. */
export function answerMalformed({ isTrusted, isRefused, clock, log, options }: RefusingParts) {
  const refused = new WeakSet<Socket>();
  return async (error: ParseError, connection: Connection): Promise<void> => {
    if (refused.has(connection) || isLingering(connection)) return;
    refused.add(connection);
    // Node would close a connection whose client sends no more after the answers to the earlier requests.
    connection.removeAllListeners('end');
    let response = connection._httpMessage;
    for (; response?.req.complete; response = connection._httpMessage) {
      await new Promise((resolve) => response?.once('close', resolve));
    }
    const peer = connection.remoteAddress ?? '';
    const address = normalizeAddress(peer) ?? 'unknown';
    const now = clock();
    const isSilent = !isTrusted(peer) && (await isRefused(address, now));
    if (isSilent || !connection.writable || error.code === 'ECONNRESET') {
      connection.destroy();
      return;
    }
    const failure = failureOf(error);
    const requestId = randomUUID();
    if (!response?.headersSent) connection.write(bytesOf(failure, requestId, now));
    linger(connection);
    const { status } = failure.definition;
    if (!response && options.requestLog) log.info({ requestId, status, error: failure.code, address }, 'answered');
  };
}

function bytesOf(failure: Failure, requestId: string, now: number): string {
  const { status } = failure.definition;
  const body = writeFailure('application/json', failure, '', now);
  const fields = {
    ...commonFields(requestId),
    Vary: vary.answer,
    Date: new Date(now).toUTCString(),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
