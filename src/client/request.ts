import { withoutSlashes } from '../domain/text.js';
import { fillPath, OAUTH, PREFIX } from '../routes/path.js';
import type { RouteTypes } from './route-types.js';

export interface CallOptions {
  /** Aborts the call and its retries; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each try; 30,000 by default. */
  timeout?: number | undefined;
  /** Further tries after a transient error, if the call is safe to repeat; 2 by default. */
  retries?: number | undefined;
  /** Milliseconds for the whole call, with all tries and waits; for a stream, for opening it. None by default. */
  deadline?: number | undefined;
  /** They override those of the client. */
  headers?: Readonly<Record<string, string>> | undefined;
}

export interface RawRequest extends CallOptions {
  method: string;
  /** Relative to the service. `/ws/v2.0` is added unless the path has it, or is one of OAuth 2. May contain a query. */
  path: string;
  query?: Readonly<Record<string, unknown>> | undefined;
  /** An object is sent as JSON; a string is sent unchanged, with the Content-Type of `headers`. */
  body?: Readonly<Record<string, unknown>> | string | undefined;
  format?: 'json' | 'xml' | undefined;
  /** Repeats the request after a transient error, as a GET or one with an Idempotency-Key. */
  idempotent?: boolean | undefined;
}

/** Routes that change nothing, although their method is not GET: they need no key. */
const READING: readonly string[] = ['POST /api/time'] satisfies (keyof RouteTypes)[];

export interface AnyCall extends CallOptions {
  params?: Readonly<Record<string, string | undefined>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: Readonly<Record<string, unknown>> | undefined;
  idempotencyKey?: string | undefined;
}

/** @throws {TypeError} if a parameter of the path is missing or empty: another route would be called */
export function requestOf(route: string, call: AnyCall = {}): RawRequest {
  const { params = {}, query, body, idempotencyKey, headers, ...options } = call;
  const [method, path] = route.split(' ') as [string, string];
  for (const [part, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const isMissing = params[name] === undefined && !path.includes(`[/${part}]`);
    if (isMissing || params[name] === '') throw new TypeError(`${route} needs params.${name}`);
  }
  return {
    ...options,
    method,
    path: fillPath(path, params),
    query,
    body,
    ...(READING.includes(route) && { idempotent: true }),
    headers: { ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }), ...headers },
  };
}

/** @param name in lower case */
export function hasField({ headers = {} }: Pick<RawRequest, 'headers'>, name: string): boolean {
  return Object.keys(headers).some((each) => each.toLowerCase() === name);
}

/** Returns the fields of a request, and those of `own` that it does not have in any case: `fetch` would send both. */
export function mergeFields(request: Pick<RawRequest, 'headers'>, own: Record<string, string>): Record<string, string> {
  const missing = Object.entries(own).filter(([name]) => !hasField(request, name.toLowerCase()));
  return { ...Object.fromEntries(missing), ...request.headers };
}

export function targetOf(url: string | URL, path: string, query: Readonly<Record<string, unknown>> = {}): string {
  const whole =
    isBelow(PREFIX, path) || isBelow(OAUTH, path) ? path : PREFIX + (path.startsWith('/') ? path : `/${path}`);
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  const joint = search === '' ? '' : whole.includes('?') ? '&' : '?';
  return withoutSlashes(new URL(url).pathname) + encodeRest(whole) + joint + search;
}

function isBelow(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && /^[/?]?$/.test(path.charAt(prefix.length));
}

/** Keeps what is encoded already. */
function encodeRest(path: string): string {
  return path.replace(/[^\x21-\x7e]|#/gu, encodeURIComponent);
}
