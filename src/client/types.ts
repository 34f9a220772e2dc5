import type { RouteTypes } from './route-types.js';

/** A method and a path of the service, such as `GET /datacard/{uid}`. */
export type RouteName = keyof RouteTypes;

/** The payload of a route. */
export type PayloadOf<R extends RouteName> = RouteTypes[R]['payload'];

/** The parameters of a route: in the path, the query and the body. */
export interface ParametersOf<R extends RouteName> {
  params?: RouteTypes[R]['params'];
  query?: RouteTypes[R]['query'];
  body?: RouteTypes[R]['body'];
}

/** A whole answer. Reference, section 2.1. */
export interface EnvelopeOf<Payload> {
  version: string;
  /** Unix seconds. */
  timestamp: number;
  resource: string;
  request: string;
  svcapi: Payload;
}

/** The client's rate-limit status for the path of a call. */
export interface RateLimitHeaders {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

export interface Answer<Payload> {
  status: number;
  envelope: EnvelopeOf<Payload>;
  /** Absent where the path is not rate limited. */
  rateLimit: RateLimitHeaders | undefined;
}
