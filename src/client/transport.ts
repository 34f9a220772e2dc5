import type http from 'node:http';
import { Unreachable, WrongAnswer } from './errors.js';
import { readBody } from './read-body.js';

export interface TransportRequest {
  method: string;
  /** The address of the service; its origin is called. */
  url: URL;
  /** Path and query, byte for byte: a URL would resolve `..`, which can be a name here. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** The maximum duration of the whole exchange, in milliseconds. */
  timeout: number;
  /** The maximum size of the answer, in bytes. */
  maxBytes: number;
  signal: AbortSignal | undefined;
}

export interface TransportAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The status line and the header fields as they were received, in lines. */
  head: string;
  text: string;
}

/** The module of Node.js for a scheme, and an agent, so that the calls of one program share connections. */
interface Scheme {
  request: typeof http.request;
  agent: http.Agent;
}

const schemes = new Map<string, Promise<Scheme>>();

/** Returns the scheme of an address. Only the modules that it needs are loaded: `node:https` takes 4 ms. */
function schemeOf({ protocol }: URL): Promise<Scheme> {
  const scheme = schemes.get(protocol) ?? loadScheme(protocol);
  schemes.set(protocol, scheme);
  return scheme;
}

async function loadScheme(protocol: string): Promise<Scheme> {
  const { request, Agent } = protocol === 'https:' ? await import('node:https') : await import('node:http');
  return { request, agent: new Agent({ keepAlive: true }) };
}

/** Is called with a request before it is sent. The function that it returns is called with the answer. */
export type Observe = (request: TransportRequest) => (answer: TransportAnswer) => void;

/**
 * Sends a request, and reads its answer within limits of time and size. Redirects are not followed, so that the token
 * reaches no other server.
 *
 * It uses `node:http`, because `fetch` takes 100 ms to load on Node 20.
 *
 * @throws {Unreachable} if there is no connection or no answer
 * @throws {WrongAnswer} if the answer is not HTTP, too large or not text
 */
export async function exchange(request: TransportRequest): Promise<TransportAnswer> {
  const scheme = await schemeOf(request.url);
  try {
    return await attempt(request, scheme);
  } catch (error) {
    // A server can close an idle connection at the moment when the client uses it again.
    if (error instanceof StaleConnection && isSafeToRepeat(request)) return attempt(request, scheme);
    throw error;
  }
}

/** A reused connection that was closed without a byte of an answer. */
class StaleConnection extends Unreachable {}

function isSafeToRepeat({ method, headers }: TransportRequest): boolean {
  return method === 'GET' || method === 'HEAD' || 'Idempotency-Key' in headers;
}

function attempt(request: TransportRequest, scheme: Scheme): Promise<TransportAnswer> {
  const { url, signal } = request;
  return new Promise((resolve, reject) => {
    const outgoing = open(request, scheme);
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
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, head: headOf(incoming), text });
      }, fail);
    });
    outgoing.end(request.body);
  });
}

function headOf({ httpVersion, statusCode, statusMessage, rawHeaders }: http.IncomingMessage): string {
  const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return lines.join('\n');
}

function open(
  { method, url, target, headers, body, signal }: TransportRequest,
  { request, agent }: Scheme,
): http.ClientRequest {
  return request(url, {
    method,
    path: target,
    headers: body === undefined ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
    agent,
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
