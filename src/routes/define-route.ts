import { z } from 'zod';
import type { ErrorCode } from '../domain/failure.js';
import type { Permission } from '../domain/permission.js';
import type { Principal, Store } from '../store/store.js';
import type { Links } from './links.js';

/** The groups of the index, in their order. */
export const groups = ['Api', 'Character', 'Datacard', 'Event'] as const;

export const methods = ['GET', 'POST', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** What a call needs: nothing, any token in force, or a token that holds a permission. */
export type Access = 'public' | 'token' | Permission;

/** The names in braces of a path: `uid` for `/datacard/{uid}`. */
type Placeholders<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Shape = Record<string, z.ZodType>;

/** A path of the service and what all its methods share. */
export interface Path<P extends string = string, Params extends z.ZodObject = z.ZodObject> {
  group: (typeof groups)[number];
  /** How the index names it. */
  name: string;
  /** Below the prefix; `{name}` is a parameter, `[…]` may be left out, and a slash may follow at the end. */
  path: P;
  /** Other paths that answer alike. */
  aliases?: readonly string[];
  description: string;
  params: Params;
  /** True when calls count, for all methods together. Reference, section 8. */
  rateLimited: boolean;
}

/** Declares a path. The compiler refuses a placeholder without a schema. */
export function definePath<P extends string, S extends Shape & Record<Placeholders<P>, z.ZodType>>(
  path: Path<P, z.ZodObject<S>>,
): Path<P, z.ZodObject<S>> {
  return path;
}

/** A call as a handler sees it: its parameters are valid, and the principal may make it. */
export interface Call<Params, Query, Body, A extends Access> {
  params: Params;
  query: Query;
  body: Body;
  principal: A extends 'public' ? undefined : Principal;
  store: Store;
  /** Unix seconds. */
  now: number;
  links: Links;
  /** Every route of the service. */
  routes: readonly Route[];
  /** Where the caller stands with each rate-limited path; asking counts against nothing. */
  rateLimits(): Promise<RateLimitStatus[]>;
  /** The Idempotency-Key of the call, where the route takes one. */
  idempotencyKey: string | undefined;
  requestId: string;
}

/** Where a caller stands with one rate-limited path. Reference, section 2.6. */
export interface RateLimitStatus {
  pattern: string;
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

/**
 * One method of one path: the row of the reference's section 4 from which the router, the index, the checks and the
 * types of the client are drawn.
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
  description: string;
  access: A;
  query: Query;
  body: Body;
  /** The payload below `svcapi`. */
  response: Response;
  /** What invalid input is answered with: `invalid_parameter` unless the reference asks for something else. */
  invalidInput: ErrorCode;
  /** True when the answer depends on nothing but the moment: it is written once a second. */
  sameForAll: boolean;
  /** True when an Idempotency-Key makes the call safe to repeat. */
  takesIdempotencyKey: boolean;
  /** Its own ways to fail: those that nothing else of the declaration implies. */
  fails: readonly ErrorCode[];
  // A method, not a property: routes of all shapes then fit into one list.
  handle(
    call: Call<z.output<P['params']>, z.output<Query>, z.output<Body>, A>,
  ): z.output<Response> | Promise<z.output<Response>>;
}

/** No parameters. */
export const none = z.object({});

type Declaration<
  M extends Method,
  A extends Access,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Response extends z.ZodType,
  P extends Path,
> = Pick<
  Route<P, M, A, Query, Body, Response>,
  'method' | 'resource' | 'description' | 'access' | 'response' | 'handle'
> &
  Partial<Pick<Route, 'invalidInput' | 'sameForAll' | 'takesIdempotencyKey' | 'fails'>> & {
    query?: Query;
    body?: Body;
  };

/**
 * Declares a route. The compiler refuses an unknown permission, a handler that reads a principal or a parameter which the
 * route does not have, and one that answers another shape than its response.
 */
export function defineRoute<
  P extends Path,
  M extends Method,
  A extends Access,
  Response extends z.ZodType,
  Query extends z.ZodObject = typeof none,
  Body extends z.ZodObject = typeof none,
>(path: P, declaration: Declaration<M, A, Query, Body, Response, P>): Route<P, M, A, Query, Body, Response> {
  return {
    path,
    invalidInput: 'invalid_parameter',
    sameForAll: false,
    takesIdempotencyKey: false,
    fails: [],
    query: none as unknown as Query,
    body: none as unknown as Body,
    ...declaration,
  };
}
