import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Middleware, ParameterizedContext } from 'koa';
import type { ErrorCode, Failure } from '../domain/failure.js';
import type { Route } from '../routes/define-route.js';
import type { Path } from '../routes/path.js';
import type { Principal } from '../store/store.js';

/** The media types of answers. */
export type Format = 'application/json' | 'application/xml' | 'text/xml';

/** The formats, by the names that a suffix, `?format=` and the settings have for them. */
export const formatsByName = { json: 'application/json', xml: 'application/xml' } as const satisfies Record<
  string,
  Format
>;

export type FormatName = keyof typeof formatsByName;

/** The state of a server. While it drains it serves on, but is not ready; while it closes it finishes the requests in flight. */
export interface Lifecycle {
  draining: boolean;
  closing: boolean;
  /** Requests in flight, without those that wait for their body. */
  inFlight: number;
  /** Requests whose answer is not written yet, those included that wait. */
  unanswered: number;
  /** Open connections. */
  connections: Set<Socket>;
}

/** Returns the state of a server that begins. */
export function newLifecycle(): Lifecycle {
  return { draining: false, closing: false, inFlight: 0, unanswered: 0, connections: new Set() };
}

/** The ages at which histories are removed, in seconds; without one they stay. */
export interface Retention {
  keepEvents?: number | undefined;
  keepTransactions?: number | undefined;
}

/** The steps of the times, in seconds: answers of one minute are the same, so that they can be kept. */
const STEP = 60;

/** Returns the Unix seconds from which on histories are shown: what is older is removed within a day, and nobody sees it until then. */
export function shownSince({ keepEvents, keepTransactions }: Retention, now: number) {
  const next = Math.ceil(now / STEP) * STEP;
  const since = (age: number | undefined) => (age === undefined ? 0 : Math.max(0, next - age));
  return { events: since(keepEvents), transactions: since(keepTransactions) };
}

/** The content of an answer. */
export interface Content {
  /** Media type with its charset. */
  type: string;
  body: string | Buffer;
  /** The ETag of an answer that the client may keep, and ask for again on condition that it has changed. */
  etag?: string;
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

/** The place of a request among those in flight, which it leaves while it waits for its body. */
export interface Place {
  /** @throws {Failure} `unavailable` if no place is free */
  take(): void;
  leave(): void;
}

/** A path of the service, with all that differs between such paths. */
export interface Resource {
  /** The path as it is declared, for the metrics. */
  name: string;
  /** Answers a request. */
  serve: Step;
  /** Writes the answer to a failure, in the shape that the clients of the path read; without it, as the routes do. */
  writeFailure?: (ctx: StepContext, failure: Failure) => void;
  /** True if no page of another origin may read it. */
  isOwnOrigin?: true;
  /** True if it is answered whatever the load. */
  isHealth?: true;
  /** Maximum length of the target in characters, where it is longer than elsewhere. */
  maxTarget?: number;
}

/** The state of a request, which the steps fill and pass on. */
export interface State {
  /** Header fields of the answer, those that a library sets excepted: cookies, and those of CORS and of OAuth. */
  fields: Record<string, string>;
  /** True when the answer is for one client alone, such as the holder of a token: no cache that others use may store it. */
  isPrivate?: boolean;
  /** True when the connection closes after this answer. */
  closes?: boolean;
  /** The answer, unless Koa sends it from its `body`. */
  content?: Content;
  requestId: string;
  /** Time of arrival, in Unix milliseconds. */
  now: number;
  /** The host that the request is for, with its port. */
  host: string;
  /** The client address that calls are counted against. */
  clientAddress: string;
  /** True when the address is a trusted proxy, which is never blacklisted. */
  isTrusted: boolean;
  /** True when a trusted proxy reports that its client used https. */
  isHttps?: boolean;
  place?: Place;
  /** The path without the suffix that chooses the format. */
  resourcePath: string;
  /** The format that the suffix of the path asks for. */
  suffix?: FormatName;
  /** The resource of the path of the request: every step decides by it, and none by the path itself. */
  resource: Resource;
  /** The path of the service that the request is for. */
  path?: Path;
  route?: Route;
  principal?: Principal;
  format?: Format;
  /** True if the client prefers a stream to an answer, and the route has one. */
  asksForStream?: boolean;
  /** Writes the stream behind its head. It goes on after the steps of the request. */
  stream?: (response: ServerResponse) => void;
  body?: Body;
  parameters?: Parameters;
  /** The error code of the answer. */
  failure?: ErrorCode;
}

/** The metrics of requests. */
export interface RequestMetrics {
  /** Records a request by its route, method and status; `closed` for a connection that ended without an answer. */
  observe(route: string, method: string, status: number | 'closed', seconds: number): void;
}

/** A step of a request: a middleware of Koa. */
export type Step = Middleware<State>;
export type StepContext = ParameterizedContext<State>;

/** Returns the route that `find-route` has chosen. */
export function routeOf(state: State): Route {
  if (!state.route) throw new TypeError('No route is selected yet: put this step after find-route');
  return state.route;
}
