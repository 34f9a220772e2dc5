import type { z } from 'zod';
import type { ErrorCode } from '../domain/failure.js';
import type { Permission } from '../domain/permission.js';
import type { Principal, Store } from '../store/store.js';
import { none, type Path } from './define-path.js';
import type { RouteStream } from './define-stream.js';
import type { Links } from './links.js';

export const methods = ['GET', 'POST', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** None, any valid token, or a token with a permission. */
export type Access = 'public' | 'token' | Permission;

/** An authorized call with valid parameters. */
export interface Call<Params, Query, Body, A extends Access> {
  params: Params;
  query: Query;
  body: Body;
  principal: A extends 'public' ? undefined : Principal;
  store: Store;
  /** Unix seconds. */
  now: number;
  links: Links;
  /** Start of visible histories, in Unix seconds. */
  shownSince: { events: number; transactions: number };
  routes: readonly Route[];
  /** Returns the client's status for each rate-limited path, without counting a call. */
  rateLimits(): Promise<RateLimitStatus[]>;
  idempotencyKey: string | undefined;
  requestId: string;
  /** Yields to other work. Rejects if the client's connection is closed. */
  turn(): Promise<void>;
}

/** Reference, section 2.6. */
export interface RateLimitStatus {
  pattern: string;
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

/** A row of the reference's section 4. The router, the index, the checks and the client types derive from it. */
export interface Route<
  P extends Path = Path,
  M extends Method = Method,
  A extends Access = Access,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject = z.ZodObject,
  Response extends z.ZodType = z.ZodType,
> {
  path: P;
  method: M;
  /** The `resource` of the envelope: the name of its path, unless another is given. */
  resource: string;
  /** Such as `Get a character`. */
  title: string;
  description: string;
  access: A;
  query: Query;
  body: Body;
  /** Undocumented: older clients send the query parameters in the body. */
  acceptsQueryInBody: boolean;
  /** Body parameters of which a call gives exactly one. Reference, section 4.8. */
  alternatives: readonly string[];
  response: Response;
  /** `invalid_parameter`, unless the reference asks for another. */
  invalidInput: ErrorCode;
  /** True to cache a long list until stored data changes (`server/response/list-cache.ts`). */
  kept: boolean;
  /** True when the answer is about the client address: no cache may store it. */
  isOfClient: boolean;
  takesIdempotencyKey: boolean;
  /** Sent to clients that accept `text/event-stream`. */
  stream: RouteStream<z.output<P['params']>> | undefined;
  /** Codes that the rest of the declaration does not imply. */
  fails: readonly ErrorCode[];
  // A method, not a property: its parameters are then bivariant, so that all routes fit into one list.
  handle(
    call: Call<z.output<P['params']>, z.output<Query>, z.output<Body>, A>,
  ): z.output<Response> | Promise<z.output<Response>>;
}

type Declaration<R extends Route> = Partial<R> &
  Pick<R, 'method' | 'title' | 'description' | 'access' | 'response' | 'handle'>;

/** Rejects at compile time an unknown permission, a parameter or principal that the route lacks, and a wrong response. */
export function defineRoute<
  P extends Path,
  M extends Method,
  A extends Access,
  Response extends z.ZodType,
  Query extends z.ZodObject = typeof none,
  Body extends z.ZodObject = typeof none,
>(path: P, declaration: Declaration<Route<P, M, A, Query, Body, Response>>): Route<P, M, A, Query, Body, Response> {
  return {
    path,
    resource: path.name,
    invalidInput: 'invalid_parameter',
    kept: false,
    isOfClient: false,
    takesIdempotencyKey: false,
    acceptsQueryInBody: false,
    alternatives: [],
    stream: undefined,
    fails: [],
    // The compiler does not see that an omitted schema has the type of its default.
    query: none as unknown as Query,
    body: none as unknown as Body,
    ...declaration,
  };
}
