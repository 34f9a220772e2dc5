import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Middleware, ParameterizedContext } from 'koa';
import type { ErrorCode, Failure } from '../domain/failure.js';
import type { Path } from '../routes/define-path.js';
import type { Route } from '../routes/define-route.js';
import type { Principal } from '../store/store.js';

export type Format = 'application/json' | 'application/xml' | 'text/xml';

export const formatsByName = { json: 'application/json', xml: 'application/xml' } as const satisfies Record<
  string,
  Format
>;

export type FormatName = keyof typeof formatsByName;

/** While it drains, a server answers requests but is not ready; while it closes, it finishes those in flight. */
export interface Lifecycle {
  draining: boolean;
  closing: boolean;
  /** Excludes requests that wait for their body. */
  inFlight: number;
  unanswered: number;
  connections: Set<Socket>;
}

export function newLifecycle(): Lifecycle {
  return { draining: false, closing: false, inFlight: 0, unanswered: 0, connections: new Set() };
}

/** Maximum ages of histories, in seconds; histories without one stay. */
export interface Retention {
  keepEvents?: number | undefined;
  keepTransactions?: number | undefined;
}

/** Seconds: within one step, answers are the same, so that caches can keep them. */
const STEP = 60;

/** Returns the Unix seconds from which histories are shown; older rows are hidden until they are removed. */
export function shownSince({ keepEvents, keepTransactions }: Retention, now: number) {
  const next = Math.ceil(now / STEP) * STEP;
  const since = (age: number | undefined) => (age === undefined ? 0 : Math.max(0, next - age));
  return { events: since(keepEvents), transactions: since(keepTransactions) };
}

export interface Content {
  type: string;
  body: string | Buffer;
  etag?: string;
}

export type Body = Record<string, unknown>;

export interface Parameters {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  idempotencyKey: string | undefined;
}

/** The slot of a request in flight, which it leaves while it waits for its body. */
export interface Place {
  /** @throws {Failure} `unavailable` if no slot is free */
  take(): void;
  leave(): void;
}

export interface Resource {
  name: string;
  serve: Step;
  /** Without it, failures have the shape of the API. */
  writeFailure?: (ctx: StepContext, failure: Failure) => void;
  isOwnOrigin?: true;
  /** True if it is answered whatever the load. */
  isHealth?: true;
  /** Maximum characters of the target, if it may be longer than elsewhere. */
  maxTarget?: number;
}

export interface State {
  /** Header fields of the answer, except those that libraries set: cookies, CORS and OAuth. */
  fields: Record<string, string>;
  /** True when the answer is for one client: shared caches must not store it. */
  isPrivate?: boolean;
  closes?: boolean;
  /** The answer, unless Koa sends it from its `body`. */
  content?: Content;
  requestId: string;
  /** Unix milliseconds. */
  now: number;
  host: string;
  clientAddress: string;
  isTrusted: boolean;
  isHttps?: boolean;
  place?: Place;
  /** The path without the suffix that chooses the format. */
  resourcePath: string;
  suffix?: FormatName;
  /** Every step decides by the resource, never by the path itself. */
  resource: Resource;
  path?: Path;
  route?: Route;
  principal?: Principal;
  format?: Format;
  asksForStream?: boolean;
  /** Writes the stream after its head; it continues after the steps of the request. */
  stream?: (response: ServerResponse) => void;
  body?: Body;
  parameters?: Parameters;
  failure?: ErrorCode;
}

export interface RequestMetrics {
  /** Records a request; `closed` is a connection that ended without an answer. */
  observe(route: string, method: string, status: number | 'closed', seconds: number): void;
}

export type Step = Middleware<State>;
export type StepContext = ParameterizedContext<State>;

export function routeOf(state: State): Route {
  if (!state.route) throw new TypeError('No route is selected yet: put this step after find-route');
  return state.route;
}
