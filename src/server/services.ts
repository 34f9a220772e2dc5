import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Route } from '../routes/define-route.js';
import type { Store } from '../store/store.js';
import type { Accounts } from './accounts/accounts.js';
import type { PasswordCost } from './accounts/password-hash.js';
import type { RequestStats } from './context/request-stats.js';
import type { OAuthOptions } from './oauth/lifetimes.js';
import type { OAuth } from './oauth/oauth.js';
import type { Blacklist } from './rate-limit/address-blacklist.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';
import type { TokenCache } from './request/token-cache.js';
import type { AnswerCache } from './response/answer-cache.js';
import type { FormatName } from './response/write-envelope.js';
import type { StreamLimits, Streams } from './streams/streams.js';

/** The parts of the server, created once at its start and passed to every step. */
export interface Services {
  routes: readonly Route[];
  store: Store;
  tokens: TokenCache;
  answers: AnswerCache;
  limiter: RateLimiter;
  blacklist: Blacklist;
  stats: RequestStats;
  streams: Streams;
  accounts: Accounts;
  oauth: OAuth;
  log: Logger;
  /** Returns the time in Unix milliseconds. */
  clock(): number;
  options: ServerOptions;
  /** The state of the process that steps depend on. */
  lifecycle: Lifecycle;
}

export interface ServerOptions extends OAuthOptions, StreamLimits {
  /** The URL of the service for its clients; without it, the one that a request came in on. */
  publicUrl?: string | undefined;
  /** The email address or URL under which clients reach the host. */
  contact?: string | undefined;
  /** Networks of the proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, as CIDR. */
  trustedProxies: readonly string[];
  /** The header field in which trusted proxies name the person they have signed in. */
  signInHeader?: string | undefined;
  /** True to create the account of a person whom a trusted proxy names, when it is missing. */
  signInCreate: boolean;
  /** Refused calls in one window after which an address is blacklisted. */
  blacklistAfter: number;
  /** Time that an address stays blacklisted, in seconds. */
  blacklistFor: number;
  /** True to accept a token also as the `access_token` parameter of the query or of a form. */
  accessTokenParameter: boolean;
  /** The format of answers to clients that accept any. */
  defaultFormat: FormatName;
  /** Origins whose pages may read answers; `*` for any. */
  corsOrigins: readonly string[];
  /** The cost of new hashes of passwords, in place of the recommended one. */
  passwordCost?: PasswordCost;
  /** Maximum requests in flight. */
  maxRequests: number;
  /** Maximum requests in flight of one client address; trusted proxies have none. */
  maxRequestsPerAddress: number;
  /** Maximum memory for finished answers, in bytes; 0 keeps none. */
  answerCache: number;
  /** True to measure requests for the metrics. */
  measureRequests: boolean;
  /** True to log a line for each request. */
  requestLog: boolean;
}

/** The state of a server. While it drains it serves on, but is not ready; while it closes it finishes the requests in flight. */
export interface Lifecycle {
  draining: boolean;
  closing: boolean;
  /** True while closing accepts the connections that wait: no request is started, so that no client opens another one. */
  accepting: boolean;
  /** Requests in flight, without those that wait for their body. */
  inFlight: number;
  /** Open connections. */
  connections: Set<Socket>;
}
