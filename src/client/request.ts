import { fillPath, OAUTH, PREFIX } from '../routes/path.js';
import type { ParametersOf, RouteName } from './types.js';

export interface CallOptions {
  /** Makes a change safe to repeat. */
  idempotencyKey?: string | undefined;
}

/** A request without a declared route. */
export interface RawRequest {
  method: string;
  /** Relative to the address of the service; `/ws/v2.0` is added unless the path has it, or is one of OAuth 2. May contain a query. */
  path: string;
  query?: Record<string, unknown> | undefined;
  /** An object is sent as JSON; a string is sent unchanged, with the Content-Type of `headers`. */
  body?: Record<string, unknown> | string | undefined;
  headers?: Record<string, string>;
  format?: 'json' | 'xml';
}

/** Converts the call of a route to a request. */
export function requestOf<R extends RouteName>(
  route: R,
  { params, query, body }: ParametersOf<R> = {},
  { idempotencyKey }: CallOptions = {},
): RawRequest {
  const [method, path] = route.split(' ') as [string, string];
  return {
    method,
    path: fillPath(path, (params ?? {}) as Record<string, string | undefined>),
    query: query as Record<string, unknown> | undefined,
    body: body as Record<string, unknown> | undefined,
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  };
}

/** Returns the target of a request: its path and query. */
export function targetOf(url: string, path: string, query: Record<string, unknown> = {}): string {
  const whole =
    isBelow(PREFIX, path) || isBelow(OAUTH, path) ? path : PREFIX + (path.startsWith('/') ? path : `/${path}`);
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  const joint = search === '' ? '' : whole.includes('?') ? '&' : '?';
  return new URL(url).pathname.replace(/\/+$/, '') + encodeRest(whole) + joint + search;
}

function isBelow(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && /^[/?]?$/.test(path.charAt(prefix.length));
}

/** Percent-encodes the characters that a request target cannot contain, and keeps what is encoded already. */
function encodeRest(path: string): string {
  return path.replace(/[^\x21-\x7e]|#/gu, encodeURIComponent);
}
