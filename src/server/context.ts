import type { Middleware, ParameterizedContext } from 'koa';
import type { ErrorCode } from '../domain/failure.js';
import type { Route } from '../routes/define-route.js';
import type { Principal } from '../store/store.js';
import type { PathStats } from './metrics/request-stats.js';
import type { Format } from './response/write-envelope.js';

/** The text of an answer, and what it is. */
export interface Content {
  /** With its charset. */
  type: string;
  text: string;
}

/** The fields of a request's body. */
export type Body = Record<string, unknown>;

/** The parameters of a call as its route's schemas make them. */
export interface Parameters {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  idempotencyKey: string | undefined;
}

/** What the steps learn of a request and hand on. */
export interface State {
  /** The header fields of the answer: name, value, name, value, … */
  fields: string[];
  /** True when the answer is for this caller alone, since a token came with the request. */
  isPrivate?: boolean;
  /** True when the connection ends with this answer. */
  closes?: boolean;
  /** What is answered, unless it is left to Koa's `body`. */
  content?: Content;
  requestId: string;
  /** Unix milliseconds at which the request came in. */
  now: number;
  /** The client's address, as calls are counted. */
  clientAddress: string;
  /** True when the address is a proxy of the host's own, which is never blacklisted. */
  isTrusted: boolean;
  /** What is measured of the path that the request is on. */
  stats?: PathStats;
  route?: Route;
  principal?: Principal;
  format?: Format;
  body?: Body;
  parameters?: Parameters;
  /** The error code that was answered. */
  failure?: ErrorCode;
}

/** A step: one thing that happens to a request on its way. */
export type Step = Middleware<State>;
export type StepContext = ParameterizedContext<State>;

/** The route of a request that has come past `select_method`. */
export function routeOf(state: State): Route {
  if (!state.route) throw new TypeError('This step comes after the one that selects the route');
  return state.route;
}
