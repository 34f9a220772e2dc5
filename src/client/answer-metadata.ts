import type { AnswerHead } from './transport/transport.js';

/** The client's rate-limit status for the path of a call. */
export interface RateLimitHeaders {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

/** The metadata of an answer, from its head. */
export interface Metadata {
  /** The HTTP status. */
  status: number;
  /** The header fields by their names in lower case. In a browser, those that the service lets other origins read. */
  headers: Readonly<Record<string, string>>;
  /** The id of the request in the log of the service. */
  requestId: string | undefined;
  /** The version of the payload, for the `ifNoneMatch` of a later call; undefined if the answer has none, as that of a change. */
  etag: string | undefined;
  /** The client's rate-limit status for the path of the call; undefined if the path is not rate limited. */
  rateLimit: RateLimitHeaders | undefined;
}

/** Returns the metadata of an answer. */
export function metadataOf({ status, headers }: AnswerHead): Metadata {
  return {
    status,
    headers,
    requestId: headers['x-request-id'],
    etag: headers.etag,
    rateLimit: rateLimitOf(headers),
  };
}

function rateLimitOf(headers: AnswerHead['headers']): RateLimitHeaders | undefined {
  const limit = wholeNumber(headers['x-ratelimit-limit']);
  const remaining = wholeNumber(headers['x-ratelimit-remaining']);
  const reset = wholeNumber(headers['x-ratelimit-reset']);
  return limit === undefined || remaining === undefined || reset === undefined
    ? undefined
    : { limit, remaining, reset };
}

/** Reads a whole number from 0, also from a text; returns undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/**
 * Returns the seconds after which the service lets the client try again. RFC 9110, section 10.2.3.
 *
 * @param now Unix milliseconds
 */
export function retryAfterOf(headers: AnswerHead['headers'], now: number): number | undefined {
  const text = headers['retry-after'];
  const date = text === undefined ? Number.NaN : Date.parse(text);
  return wholeNumber(text) ?? (Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000)));
}
