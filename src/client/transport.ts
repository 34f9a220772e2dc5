import http from 'node:http';
import https from 'node:https';
import { Unreachable, WrongAnswer } from './errors.js';
import { readBody } from './read-body.js';

export interface TransportRequest {
  method: string;
  /** Whose origin is called. */
  url: URL;
  /** Path and query, byte for byte: a URL would take `..` for a step up, where it may be a name. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** How long the whole exchange may take, in milliseconds. */
  timeout: number;
  /** The largest answer, in bytes. */
  maxBytes: number;
  signal: AbortSignal | undefined;
}

export interface TransportAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** One agent for each scheme, so that the calls of one program share their connections. */
const agents = {
  'http:': new http.Agent({ keepAlive: true }),
  'https:': new https.Agent({ keepAlive: true }),
};

/**
 * Sends one request, and reads its answer within a limit of time and size. Redirects are not followed: the token must
 * not go where it does not belong.
 *
 * `node:http` and not `fetch`, which takes 100 ms to load on Node 20.
 *
 * @throws {Unreachable} when there is no connection or no answer
 * @throws {WrongAnswer} when the answer is no HTTP, too large or not text
 */
export async function exchange(request: TransportRequest): Promise<TransportAnswer> {
  try {
    return await attempt(request);
  } catch (error) {
    // A server may close an idle connection in the moment in which it is used again: nobody is to blame for that.
    if (error instanceof StaleConnection && isSafeToRepeat(request)) return attempt(request);
    throw error;
  }
}

/** A connection that had been used before was closed without a byte of an answer. */
class StaleConnection extends Unreachable {}

function isSafeToRepeat({ method, headers }: TransportRequest): boolean {
  return method === 'GET' || method === 'HEAD' || 'Idempotency-Key' in headers;
}

function attempt(request: TransportRequest): Promise<TransportAnswer> {
  const { url, signal } = request;
  return new Promise((resolve, reject) => {
    const outgoing = open(request);
    const timer = setTimeout(() => fail(new Unreachable('timeout', url)), request.timeout);
    const fail = (error: unknown) => {
      clearTimeout(timer);
      outgoing.destroy();
      reject(signal?.aborted ? signal.reason : error);
    };
    let bytesBefore = 0;
    outgoing.on('socket', (socket) => {
      bytesBefore = socket.bytesRead;
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const hasAnswer = (outgoing.socket?.bytesRead ?? 0) > bytesBefore;
      fail(connectionError(error, url, { hasAnswer, isReused: outgoing.reusedSocket }));
    });
    outgoing.on('response', (incoming) => {
      readBody(incoming, url, request.maxBytes).then((text) => {
        clearTimeout(timer);
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      }, fail);
    });
    outgoing.end(request.body);
  });
}

function open({ method, url, target, headers, body, signal }: TransportRequest): http.ClientRequest {
  const { request } = url.protocol === 'https:' ? https : http;
  return request(url, {
    method,
    path: target,
    headers: body === undefined ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
    agent: agents[url.protocol as keyof typeof agents],
    ...(signal && { signal }),
  });
}

/** Codes of a connection that the other side closed. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

function connectionError(
  error: NodeJS.ErrnoException,
  url: URL,
  { hasAnswer, isReused }: { hasAnswer: boolean; isReused: boolean },
): Error {
  const code = error.code ?? 'failed';
  if (code.startsWith('HPE_'))
    return new WrongAnswer(hasAnswer ? 'is not HTTP, or too long a head of it' : 'is not HTTP');
  if (!CLOSED.has(code)) return new Unreachable(code, url, error);
  if (hasAnswer) return new Unreachable('incomplete', url, error);
  return isReused ? new StaleConnection('ECONNRESET', url, error) : new Unreachable('ECONNRESET', url, error);
}
