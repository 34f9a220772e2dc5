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
  /** The version of the payload, for an If-None-Match; undefined if the answer has none, as that of a change. */
  etag: string | undefined;
  /** The client's rate-limit status for the path of the call; undefined if the path is not rate limited. */
  rateLimit: RateLimitHeaders | undefined;
}

/** Returns the metadata of an answer. */
export function metadataOf({ status, headers }: AnswerHead): Metadata {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    wholeNumber(headers[`x-ratelimit-${name}`]),
  );
  const isLimited = limit !== undefined && remaining !== undefined && reset !== undefined;
  const rateLimit = isLimited ? { limit, remaining, reset } : undefined;
  return { status, headers, requestId: headers['x-request-id'], etag: headers.etag, rateLimit };
}

/** Reads a whole number from 0, also from a text; returns undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
