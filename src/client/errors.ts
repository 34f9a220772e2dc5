import { type ErrorCode, type ExitReason, type FailureDetails, failures } from '../domain/failure.js';
import type { RateLimitHeaders } from './types.js';

/** An error that the service answered with. Wire contract, “Errors”. */
export class ServiceError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** The stable error code, also one that this version does not know. */
  readonly code: ErrorCode | (string & {});
  readonly details: FailureDetails;
  /** The status line and the header fields of the answer, in lines. */
  readonly head: string;
  /** The body of the answer. */
  readonly text: string;
  /** The client's rate-limit status for the path of the call; undefined if the path is not rate limited. */
  readonly rateLimit: RateLimitHeaders | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    details: FailureDetails,
    { head, text, rateLimit }: { head: string; text: string; rateLimit: RateLimitHeaders | undefined },
  ) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.head = head;
    this.text = text;
    this.rateLimit = rateLimit;
  }

  /** The meaning of the command line's exit code for this error. */
  get exit(): ExitReason {
    if (Object.hasOwn(failures, this.code)) return failures[this.code as ErrorCode].exit;
    if (this.status >= 500) return 'server';
    if (this.status === 401) return 'token';
    return this.status === 404 ? 'not_found' : 'other';
  }
}

/** A failed connection, or an answer that did not arrive completely. */
export class Unreachable extends Error {
  /** The error code of the system, such as `ECONNREFUSED`, or `timeout` or `incomplete`. */
  readonly code: string;
  readonly url: URL;

  constructor(code: string, url: URL, cause?: unknown) {
    super(describe(code, url), { cause });
    this.name = 'Unreachable';
    this.code = code;
    this.url = url;
  }

  /** True if there was no connection, so that the server cannot have changed anything. */
  get isBeforeRequest(): boolean {
    return BEFORE_REQUEST.has(this.code);
  }
}

const BEFORE_REQUEST = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function describe(code: string, { origin }: URL): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing answers at ${origin}; start a service there with “svcapi serve”, or name another with --url`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host named ${new URL(origin).hostname}; check --url`;
    case 'ECONNRESET':
      return `${origin} closed the connection without an answer, as it does for blacklisted addresses; ask its host`;
    case 'timeout':
      return `${origin} did not answer in time; try again, or raise --timeout`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'CERT_HAS_EXPIRED':
      return `the certificate of ${origin} cannot be trusted (${code}); nothing was sent`;
    case 'incomplete':
      return `${origin} closed the connection in the middle of its answer; try again`;
    default:
      return `${origin} cannot be reached (${code}); check the address and the network`;
  }
}

/** An answer that is not one of this API. */
export class WrongAnswer extends Error {
  constructor(problem: string) {
    super(`the answer ${problem}; is this the address of a Web Services v2.0?`);
    this.name = 'WrongAnswer';
  }
}
