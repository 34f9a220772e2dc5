import type { AnswerHead } from './transport/transport.js';

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
