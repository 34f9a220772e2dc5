import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Route } from '../routes/define-route.js';
import type { Store } from '../store/store.js';
import type { RequestStats } from './metrics/request-stats.js';
import type { Blacklist } from './rate-limit/address-blacklist.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';
import type { TokenCache } from './request/token-cache.js';

/** What the server works with: made once at the edge, and given to every step. */
export interface Services {
  routes: readonly Route[];
  store: Store;
  tokens: TokenCache;
  limiter: RateLimiter;
  blacklist: Blacklist;
  stats: RequestStats;
  log: Logger;
  /** Unix milliseconds. */
  clock(): number;
  options: ServerOptions;
  /** The state of the process, as far as the steps depend on it. */
  lifecycle: Lifecycle;
}

export interface ServerOptions {
  /** The address that clients reach the service under; without it, the one that a request came in on. */
  publicUrl?: string | undefined;
  /** Networks whose word about the caller's address is believed, as CIDR. */
  trustedProxies: readonly string[];
  /** Refused calls in one window after which an address is blacklisted. */
  blacklistAfter: number;
  /** How long it stays there, in seconds. */
  blacklistFor: number;
  /** Whether a token may stand in the `access_token` parameter of the query or of a form. */
  accessTokenParameter: boolean;
  /** Origins whose pages may read answers; `*` for any. */
  corsOrigins: readonly string[];
  /** Requests in work at one time. */
  maxRequests: number;
  /** Whether requests are measured, for the metrics. */
  measureRequests: boolean;
  /** Whether each request has its line in the log. */
  requestLog: boolean;
}

/** A server that drains says that it is not ready, and serves on; one that is closing finishes what it has begun. */
export interface Lifecycle {
  draining: boolean;
  closing: boolean;
  /** Requests in flight. */
  inFlight: number;
  /** The connections that are open. */
  connections: Set<Socket>;
}
