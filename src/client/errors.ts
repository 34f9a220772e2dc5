import { type ErrorCode, type ExitReason, type FailureDetails, failures } from '../domain/failure.js';
import type { RateLimitHeaders } from './types.js';

/** The service answered with an error: wire contract, “Errors”. */
export class ServiceError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** The stable error code; one that this version does not know is handed on as it came. */
  readonly code: ErrorCode | (string & {});
  readonly details: FailureDetails;
  /** The answer as it came. */
  readonly text: string;
  /** Where the caller stands with the path of the call; absent where that is not rate limited. */
  readonly rateLimit: RateLimitHeaders | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    details: FailureDetails,
    { text, rateLimit }: { text: string; rateLimit: RateLimitHeaders | undefined },
  ) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.text = text;
    this.rateLimit = rateLimit;
  }

  /** What the command line's exit code says of it. */
  get exit(): ExitReason {
    if (Object.hasOwn(failures, this.code)) return failures[this.code as ErrorCode].exit;
    if (this.status >= 500) return 'server';
    if (this.status === 401) return 'token';
    return this.status === 404 ? 'not_found' : 'other';
  }
}

/** There is no connection, or no whole answer came. */
export class Unreachable extends Error {
  /** The error code of the system, such as `ECONNREFUSED`; `timeout` or `incomplete`. */
  readonly code: string;
  readonly url: URL;

  constructor(code: string, url: URL, cause?: unknown) {
    super(describe(code, url), { cause });
    this.name = 'Unreachable';
    this.code = code;
    this.url = url;
  }

  /** True where no connection came about, so that nothing can have been done. */
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
      return `there is no host of that name: ${origin}; check --url`;
    case 'ECONNRESET':
      return `${origin} closed the connection without a byte, as it does to blacklisted addresses; ask its host`;
    case 'timeout':
      return `${origin} did not answer in time; try again, or give it longer with --timeout`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'CERT_HAS_EXPIRED':
      return `the certificate of ${origin} cannot be trusted (${code}); nothing was sent`;
    case 'incomplete':
      return `${origin} ended its answer half-way; try again`;
    default:
      return `${origin} cannot be reached (${code}); check the address and the network`;
  }
}

/** What answered does not speak this interface, or not as it should. */
export class WrongAnswer extends Error {
  constructor(problem: string) {
    super(`the answer ${problem}; is this the address of a Web Services v2.0?`);
    this.name = 'WrongAnswer';
  }
}
