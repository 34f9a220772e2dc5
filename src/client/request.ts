import { fillPath, PREFIX } from '../routes/path.js';
import type { ParametersOf, RouteName } from './types.js';

export interface CallOptions {
  /** Makes a change safe to repeat. */
  idempotencyKey?: string | undefined;
}

/** Any request, for what has no declaration. */
export interface RawRequest {
  method: string;
  /** Below the address of the service; `/ws/v2.0` is put before it where it is missing. May hold a query. */
  path: string;
  query?: Record<string, unknown> | undefined;
  /** Sent as JSON; a text as it is, whose type a header may tell. */
  body?: Record<string, unknown> | string | undefined;
  headers?: Record<string, string>;
  format?: 'json' | 'xml';
}

/** The call of a route as a request. */
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

/** Path and query of a request, as they stand in its first line. */
export function targetOf(url: string, path: string, query: Record<string, unknown> = {}): string {
  const whole = isBelow(PREFIX, path) ? path : PREFIX + (path.startsWith('/') ? path : `/${path}`);
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  const joint = search === '' ? '' : whole.includes('?') ? '&' : '?';
  return new URL(url).pathname.replace(/\/+$/, '') + encodeRest(whole) + joint + search;
}

function isBelow(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && /^[/?]?$/.test(path.charAt(prefix.length));
}

/** What cannot stand in the first line of a request is percent-encoded; what is encoded already stays. */
function encodeRest(path: string): string {
  return path.replace(/[^\x21-\x7e]|#/gu, encodeURIComponent);
}
