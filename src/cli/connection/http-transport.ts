import type http from 'node:http';
import { onAbort } from '../../client/clock.js';
import { Unreachable, WrongAnswer } from '../../client/errors.js';
import type { OpenAnswer, TransportRequest } from '../../client/transport/transport.js';

/** One agent per scheme, so that the calls of one program share connections. */
interface Scheme {
  request: typeof http.request;
  agent: http.Agent;
}

const schemes = new Map<string, Promise<Scheme>>();

/** Loads only the module that the URL needs: `node:https` takes 4 ms. */
function schemeOf({ protocol }: URL): Promise<Scheme> {
  const load = async () => {
    const { request, Agent } = protocol === 'https:' ? await import('node:https') : await import('node:http');
    return { request, agent: new Agent({ keepAlive: true }) };
  };
  const scheme = schemes.get(protocol) ?? load();
  schemes.set(protocol, scheme);
  return scheme;
}

/** Uses `node:http`, because `fetch` takes 100 ms to load on Node 20. Sends a target byte for byte. */
export async function httpTransport(request: TransportRequest): Promise<OpenAnswer> {
  const scheme = await schemeOf(request.url);
  try {
    return await attempt(request, scheme);
  } catch (error) {
    // A server can close an idle connection just as the client reuses it.
    if (error instanceof StaleConnection && isSafeToRepeat(request)) return attempt(request, scheme);
    throw error;
  }
}

/** A reused connection that was closed before any byte of an answer. */
class StaleConnection extends Unreachable {}

function isSafeToRepeat({ method, headers }: TransportRequest): boolean {
  return method === 'GET' || method === 'HEAD' || 'Idempotency-Key' in headers;
}

function attempt(
  { method, url, target, headers, body, signal }: TransportRequest,
  scheme: Scheme,
): Promise<OpenAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const outgoing = scheme.request(url, {
      method,
      path: target,
      headers: { ...headers, ...length },
      agent: scheme.agent,
    });
    // The option of node:http takes 1 ms longer per call.
    const forget = onAbort(signal, () => outgoing.destroy(signal.reason));
    outgoing.on('close', forget);
    let bytesBefore = 0;
    outgoing.on('socket', (socket) => {
      bytesBefore = socket.bytesRead;
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const hasAnswer = (outgoing.socket?.bytesRead ?? 0) > bytesBefore;
      reject(connectionError(error, url, hasAnswer, outgoing.reusedSocket));
    });
    outgoing.on('response', (incoming) => resolve(answerOf(incoming)));
    outgoing.end(body);
  });
}

function answerOf(incoming: http.IncomingMessage): OpenAnswer {
  const { statusCode: status = 0, statusMessage, headers, httpVersion, rawHeaders } = incoming;
  const joined = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const head = [`HTTP/${httpVersion} ${status} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) head.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return { status, headers: Object.fromEntries(joined), head: head.join('\n'), body: incoming };
}

const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

function connectionError(error: NodeJS.ErrnoException, url: URL, hasAnswer: boolean, isReused: boolean): Error {
  const code = error.code ?? 'failed';
  if (code.startsWith('HPE_'))
    return new WrongAnswer(hasAnswer ? 'is not HTTP, or too long a head of it' : 'is not HTTP');
  if (!CLOSED.has(code)) return new Unreachable(code, url, error);
  if (hasAnswer) return new Unreachable('incomplete', url, error);
  return isReused ? new StaleConnection('ECONNRESET', url, error) : new Unreachable('ECONNRESET', url, error);
}
