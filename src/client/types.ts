import type { z } from 'zod';
import type { routes } from '../routes/index.js';

type Routes = (typeof routes)[number];

/** The declarations by method and path, such as `GET /datacard/{uid}`. */
type RouteTable = { [R in Routes as `${R['method']} ${R['path']['path']}`]: R };

/** A method and a path of the service. */
export type RouteName = keyof RouteTable;

/** The payload of a route. */
export type PayloadOf<R extends RouteName> = z.output<RouteTable[R]['response']>;

/** The parameters of a route: in the path, the query and the body. */
export interface ParametersOf<R extends RouteName> {
  params?: z.input<RouteTable[R]['path']['params']>;
  query?: z.input<RouteTable[R]['query']>;
  body?: z.input<RouteTable[R]['body']>;
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
