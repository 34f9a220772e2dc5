import type { Logger } from 'pino';
import type { Route } from '../routes/define-route.js';
import type { Store } from '../store/store.js';
import type { AccountOptions, Accounts } from './accounts/accounts.js';
import type { Documents, PageOptions } from './documents/documents.js';
import type { RateLimiter } from './middleware/limit-calls.js';
import type { OAuthOptions } from './oauth/lifetimes.js';
import type { OAuth } from './oauth/oauth.js';
import type { Blacklist, BlacklistOptions } from './rate-limit/blacklist.js';
import type { AddressOptions } from './request/base-url.js';
import type { ListCache } from './response/list-cache.js';
import type { FormatName, Lifecycle, RequestMetrics, Retention, Step } from './state.js';
import type { StreamLimits, Streams } from './streams/streams.js';

/** The steps of a request by name, in their order. */
export type Steps = ReadonlyMap<string, Step>;

/** The parts of the server, created once at its start. Each step is given those that it uses. */
export interface Services {
  routes: readonly Route[];
  store: Store;
  lists: Pick<ListCache, 'get'>;
  limiter: RateLimiter;
  blacklist: Blacklist;
  /** The metrics of requests, if somebody reads them. */
  metrics: RequestMetrics | undefined;
  streams: Streams;
  documents: Documents;
  accounts: Accounts;
  oauth: OAuth;
  log: Logger;
  /** Returns the time in Unix milliseconds. */
  clock(): number;
  options: ServerOptions;
  /** The state of the process that steps depend on. */
  lifecycle: Lifecycle;
  /** Returns the steps of a request, in their order; a sandbox adds its own. */
  arrangeSteps(steps: Steps): Steps;
}

export interface ServerOptions
  extends AddressOptions,
    OAuthOptions,
    Retention,
    StreamLimits,
    BlacklistOptions,
    AccountOptions,
    PageOptions {
  /** Networks of the proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, as CIDR. */
  trustedProxies: readonly string[];
  /** True to accept a token also as the `access_token` parameter of the query or of a form. */
  accessTokenParameter: boolean;
  /** The format of answers to clients that accept any. */
  defaultFormat: FormatName;
  /** Origins whose pages may read answers; `*` for any. */
  corsOrigins: readonly string[];
  /** Maximum requests in flight. */
  maxRequests: number;
  /** True to log a line for each request. */
  requestLog: boolean;
}
