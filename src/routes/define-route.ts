import { z } from 'zod';
import type { ErrorCode } from '../domain/failure.js';
import type { Permission } from '../domain/permission.js';
import type { Principal, Store } from '../store/store.js';
import type { RouteStream } from './define-stream.js';
import type { Links } from './links.js';
import type { Path } from './path.js';

export const methods = ['GET', 'POST', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** The credentials that a call needs: none, any valid token, or a token with a permission. */
export type Access = 'public' | 'token' | Permission;

/** A call as a handler receives it: its parameters are valid, and it is authorized. */
export interface Call<Params, Query, Body, A extends Access> {
  params: Params;
  query: Query;
  body: Body;
  principal: A extends 'public' ? undefined : Principal;
  store: Store;
  /** Unix seconds. */
  now: number;
  links: Links;
  /** The times from which on histories are shown, in Unix seconds. */
  shownSince: { events: number; transactions: number };
  /** Every route of the service. */
  routes: readonly Route[];
  /** Returns the client's status for each rate-limited path, without counting a call. */
  rateLimits(): Promise<RateLimitStatus[]>;
  /** The Idempotency-Key of the call, where the route takes one. */
  idempotencyKey: string | undefined;
  requestId: string;
  /** Waits until long work may go on. Rejects if the client's connection is closed. */
  turn(): Promise<void>;
}

/** A client's status for one rate-limited path. Reference, section 2.6. */
export interface RateLimitStatus {
  pattern: string;
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

/**
 * One method of one path: a row of the reference's section 4. The router, the index, the checks and the types of the
 * client are derived from it.
 */
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
  /** The `resource` of the envelope. */
  resource: string;
  /** The name of what somebody does with the route: `Get a character`. */
  title: string;
  description: string;
  access: A;
  query: Query;
  body: Body;
  /** True when the query parameters may stand in the body instead, as older clients send them. Not described. */
  acceptsQueryInBody: boolean;
  /** Body parameters of which a call gives exactly one. Reference, section 4.8. */
  alternatives: readonly string[];
  /** The schema of the payload, which stands in `svcapi`. */
  response: Response;
  /** The error code for invalid input: `invalid_parameter`, unless the reference asks for another. */
  invalidInput: ErrorCode;
  /** True for a long list of stored data: its payload is kept until anything stored changes (`server/response/list-cache.ts`). */
  kept: boolean;
  /** True when the answer is about the client address: no cache may store it. */
  isOfClient: boolean;
  /** True when an Idempotency-Key makes the call safe to repeat. */
  takesIdempotencyKey: boolean;
  /** The stream that a client which accepts `text/event-stream` gets instead of the answer. */
  stream: RouteStream<z.output<P['params']>> | undefined;
  /** Error codes of the handler itself: those that the rest of the declaration does not imply. */
  fails: readonly ErrorCode[];
  // A method, not a property: its parameters are then bivariant, so that all routes fit into one list.
  handle(
    call: Call<z.output<P['params']>, z.output<Query>, z.output<Body>, A>,
  ): z.output<Response> | Promise<z.output<Response>>;
}

/** No parameters. */
export const none = z.object({});

/** A route without its path; what has a default may be left out. */
type Declaration<R extends Route> = Partial<R> &
  Pick<R, 'method' | 'resource' | 'title' | 'description' | 'access' | 'response' | 'handle'>;

/**
 * Declares a route. The compiler refuses an unknown permission, a handler that reads a principal or a parameter that the
 * route does not have, and one that returns another shape than its response.
 */
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
    invalidInput: 'invalid_parameter',
    kept: false,
    isOfClient: false,
    takesIdempotencyKey: false,
    acceptsQueryInBody: false,
    alternatives: [],
    stream: undefined,
    fails: [],
    // The type of what a declaration leaves out is that of its default, which the compiler does not see.
    query: none as unknown as Query,
    body: none as unknown as Body,
    ...declaration,
  };
}
