import type { ErrorCode, FailureDetails } from '../domain/failure.js';
import type { AnswerHead, TransportAnswer } from './transport/transport.js';

export interface RateLimitHeaders {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

export interface Metadata {
  status: number;
  /** Names are in lower case. In a browser, only those that the service lets other origins read. */
  headers: Readonly<Record<string, string>>;
  /** The id of the request in the log of the service. */
  requestId: string | undefined;
  /** For If-None-Match; undefined if the answer has no version. */
  etag: string | undefined;
  /** Undefined if the path is not rate limited. */
  rateLimit: RateLimitHeaders | undefined;
}

export function metadataOf({ status, headers }: AnswerHead): Metadata {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    wholeNumber(headers[`x-ratelimit-${name}`]),
  );
  const isLimited = limit !== undefined && remaining !== undefined && reset !== undefined;
  const rateLimit = isLimited ? { limit, remaining, reset } : undefined;
  return { status, headers, requestId: headers['x-request-id'], etag: headers.etag, rateLimit };
}

/** Reads a whole number from 0, also from a text. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

export class ClientError extends Error {
  override readonly name: string = 'ClientError';
  /** Undefined if no answer came. */
  readonly status: number | undefined;
  /** Names are in lower case; empty if no answer came. */
  readonly headers: Readonly<Record<string, string>>;
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Undefined if the path is not rate limited. */
  readonly rateLimit: RateLimitHeaders | undefined;

  constructor(message: string, answer?: AnswerHead, options?: { cause?: unknown }) {
    super(message, options);
    const { status, headers = {}, requestId, rateLimit }: Partial<Metadata> = answer ? metadataOf(answer) : {};
    this.status = status;
    this.headers = headers;
    this.requestId = requestId;
    this.rateLimit = rateLimit;
  }
}

/** An error that the service answered with. Wire contract, “Errors”. */
export class ServiceError extends ClientError {
  override readonly name = 'ServiceError';
  declare readonly status: number;
  /** A stable error code, also one that this version does not know; `http_502` and the like for answers without one. */
  readonly code: ErrorCode | (string & {});
  readonly details: FailureDetails;
  /** The time from which the service lets the client try again. */
  readonly retryAt: Date | undefined;
  readonly #answer: TransportAnswer;

  constructor(
    code: string,
    message: string,
    answer: TransportAnswer,
    { details = {}, retryAt }: { details?: FailureDetails; retryAt?: Date | undefined } = {},
  ) {
    super(message, answer);
    this.code = code;
    this.details = details;
    this.retryAt = retryAt;
    this.#answer = answer;
  }

  /** Not printed with the error, since its body need not be meant for a log. */
  get answer(): TransportAnswer {
    return this.#answer;
  }
}

/** A failed connection, or an answer that did not arrive completely. */
export class Unreachable extends ClientError {
  override readonly name = 'Unreachable';
  /** The error code of the system, such as `ECONNREFUSED`; `timeout`, `incomplete`, or `failed` where the system has none. */
  readonly code: string;
  readonly url: URL;

  constructor(code: string, url: URL, cause?: unknown, answer?: AnswerHead) {
    super(describe(code, url), answer, { cause });
    this.code = code;
    this.url = url;
  }

  /** True if the server cannot have changed anything. */
  get isBeforeRequest(): boolean {
    return BEFORE_REQUEST.has(this.code) || this.isUntrusted;
  }

  /** True if the certificate cannot be trusted. Nothing was sent. */
  get isUntrusted(): boolean {
    return UNTRUSTED.has(this.code);
  }
}

const BEFORE_REQUEST = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const UNTRUSTED = new Set([
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
]);

function describe(code: string, { origin, hostname }: URL): string {
  if (UNTRUSTED.has(code)) return `the certificate of ${origin} cannot be trusted (${code}); nothing was sent`;
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${origin}; check baseUrl, and that the service runs`;
    case 'ENOTFOUND':
      return `there is no host named ${hostname}; check baseUrl`;
    case 'EAI_AGAIN':
      return `the name ${hostname} cannot be looked up now; check the network, and try again`;
    case 'ECONNRESET':
      return `${origin} closed the connection without an answer: it restarts, or has blacklisted this address; try again later, or ask its host`;
    case 'timeout':
      return `${origin} did not answer in time; try again, or raise timeout or deadline`;
    case 'incomplete':
      return `${origin} closed the connection in the middle of its answer; try again`;
    case 'failed':
      return `${origin} cannot be reached; check baseUrl and the network, and for a web page that the service allows its origin (CORS)`;
    default:
      return `${origin} cannot be reached (${code}); check baseUrl and the network`;
  }
}

/** An answer that is not one of this API. */
export class WrongAnswer extends ClientError {
  override readonly name = 'WrongAnswer';

  constructor(problem: string, answer?: AnswerHead, cause?: unknown) {
    super(`the answer ${problem}; is this the address of a Web Services v2.0?`, answer, { cause });
  }
}
