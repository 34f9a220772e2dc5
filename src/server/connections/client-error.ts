import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type net from 'node:net';
import Koa from 'koa';
import type { Logger } from 'pino';
import { type ErrorCode, Failure } from '../../domain/failure.js';
import type { Path } from '../../routes/define-path.js';
import type { Format, FormatName } from '../context/format.js';
import type { RequestStats } from '../context/request-stats.js';
import { COUNTED, type CountedCall, type State, type StepContext, stateOf } from '../context/state.js';
import { type IsTrusted, normalizeAddress } from '../request/address.js';
import { formatForError } from '../request/negotiate.js';
import type { PathRouter } from '../request/path-router.js';
import { readFormat } from '../request/read-format.js';
import { readTarget } from '../request/read-target.js';
import { fieldsOf, writeFailure } from '../response/answer-failure.js';
import { SECURITY_HEADERS, vary } from '../response/common-fields.js';
import { isLingering, linger } from './linger.js';
import { askedIn, isToHead, type ParseError, targetOf } from './unparsed-request.js';

const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'header_fields_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** A connection with the answer that Node is writing to it, where its own handling of these errors looks too. */
type Connection = net.Socket & { _httpMessage?: http.ServerResponse | null };

/** The parts of the service that answer requests which Node cannot parse. */
export interface ClientErrorParts {
  router: PathRouter;
  isTrusted: IsTrusted;
  /** Returns true for a blacklisted address. */
  isRefused(address: string, now: number): boolean | Promise<boolean>;
  /** Counts a call; throws the failure of one over the limit. */
  count(path: Path, call: CountedCall): void | Promise<void>;
  clock(): number;
  stats: RequestStats;
  log: Logger;
  options: { defaultFormat: FormatName; requestLog: boolean };
}

/**
 * Returns the handler of connections on which Node cannot parse a request. It answers in the shape of every other error and
 * closes the connection; a blacklisted peer gets no byte. The call counts against the rate limit if its path was read. Behind a
 * trusted proxy it does not, since the client address stands in a field that was not read.
 *
 * The error and the received bytes are not logged, since they can hold a token.
 */
export function answerClientErrors(parts: ClientErrorParts) {
  const { router, isTrusted, clock, stats, log, options } = parts;
  const ended = new WeakSet<net.Socket>();
  return async (error: ParseError, connection: Connection): Promise<void> => {
    if (ended.has(connection) || isLingering(connection)) return;
    ended.add(connection);
    // Node closes a connection behind the answers to earlier requests if the client sends no more: here one more answer follows.
    connection.removeAllListeners('end');
    stats.malformed += 1;
    await earlierAnswers(connection);
    const begun = connection._httpMessage;
    if (begun) await untilCounted(begun);
    const now = clock();
    const peer = connection.remoteAddress ?? '';
    const clientAddress = normalizeAddress(peer) ?? 'unknown';
    const isRefused = !isTrusted(peer) && (await parts.isRefused(clientAddress, now));
    if (isRefused || !connection.writable || error.code === 'ECONNRESET') {
      connection.destroy();
      return;
    }
    const fields = (begun && stateOf(begun)?.fields) ?? newFields();
    const requestId = String(fields['X-Request-Id']);
    const call = { fields, clientAddress, isTrusted: isTrusted(peer), now, requestId };
    const path = begun || call.isTrusted ? undefined : router.find(targetOf(error));
    const failure = (await refusal(path, call, parts)) ?? new Failure(CODES[error.code ?? ''] ?? 'malformed_request');
    // An answer that has begun is written already, since each is written in one call. Nothing waits between this and the write.
    if (begun?.headersSent) return linger(connection);
    const { head, body } = write(failure, call, formatFor(begun?.req ?? askedIn(error), options.defaultFormat));
    // RFC 9110, section 9.3.2.
    const isHead = begun ? begun.req.method === 'HEAD' : isToHead(error);
    connection.write(isHead ? head : head + body);
    linger(connection);
    // A begun request has its own line in the log.
    if (!begun && options.requestLog) {
      const { status } = failure.definition;
      log.info({ requestId, status, error: failure.code, address: clientAddress }, 'answered');
    }
  };
}

/** Waits for the answers to earlier requests, since answers are sent in the order of their requests. */
async function earlierAnswers(connection: Connection): Promise<void> {
  for (let answer = connection._httpMessage; answer?.req.complete; answer = connection._httpMessage) {
    await new Promise((resolve) => answer?.once('close', resolve));
  }
}

/** Waits until the steps have counted the call of a request that has begun: it may wait for its turn still. */
async function untilCounted(begun: http.ServerResponse): Promise<void> {
  if (stateOf(begun)?.isCounted || begun.closed) return;
  await new Promise<void>((resolve) => {
    begun.once(COUNTED, resolve);
    begun.once('close', resolve);
  });
}

const bare = new Koa<State>();

/** Returns the format that a request asks for, as the steps find it. */
function formatFor({ url, headers }: Pick<http.IncomingMessage, 'url' | 'headers'>, defaultFormat: FormatName): Format {
  const ctx = bare.createContext<State>({ url, headers } as http.IncomingMessage, {} as http.ServerResponse);
  const end = async () => {};
  void readTarget(ctx as StepContext, end);
  void readFormat(ctx as StepContext, end);
  return formatForError(ctx as StepContext, defaultFormat);
}

/** Returns the fields of an answer to a request that no step has seen. */
function newFields(): State['fields'] {
  return { ...SECURITY_HEADERS, 'X-Request-Id': randomUUID() };
}

/** Counts the call, and returns the failure if it is over the limit. A call that cannot be counted now is not. */
async function refusal(
  path: Path | undefined,
  call: CountedCall,
  { count }: ClientErrorParts,
): Promise<Failure | undefined> {
  if (!path?.rateLimited) return undefined;
  try {
    await count(path, call);
  } catch (error) {
    if (error instanceof Failure && error.code === 'rate_limit_exceeded') return error;
  }
  return undefined;
}

function write(failure: Failure, { fields, now }: CountedCall, format: Format): { head: string; body: string } {
  const { status } = failure.definition;
  const body = writeFailure(format, failure, '', now);
  const all = {
    ...fields,
    ...fieldsOf(failure),
    Vary: vary.answer,
    Date: new Date(now).toUTCString(),
    'Content-Type': `${format}; charset=utf-8`,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return { head: `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n`, body };
}
