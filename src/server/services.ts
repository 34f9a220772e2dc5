import type { Logger } from 'pino';
import type { Route } from '../routes/define-route.js';
import type { Store } from '../store/store.js';
import type { AccountOptions, Accounts } from './accounts/accounts.js';
import type { FormatName } from './context/format.js';
import type { Lifecycle } from './context/lifecycle.js';
import type { RequestStats } from './context/request-stats.js';
import type { Retention } from './context/retention.js';
import type { Documents } from './documents/documents.js';
import type { PageOptions } from './documents/page-documents.js';
import type { RequestLimits } from './middleware/shed-load.js';
import type { OAuthOptions } from './oauth/lifetimes.js';
import type { OAuth } from './oauth/oauth.js';
import type { Blacklist, BlacklistOptions } from './rate-limit/address-blacklist.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';
import type { AddressOptions } from './request/base-url.js';
import type { ListCache } from './response/list-cache.js';
import type { StreamLimits, Streams } from './streams/streams.js';

/** The parts of the server, created once at its start. Each step is given those that it uses. */
export interface Services {
  routes: readonly Route[];
  store: Store;
  lists: Pick<ListCache, 'get'>;
  limiter: RateLimiter;
  blacklist: Blacklist;
  stats: RequestStats;
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
}

export interface ServerOptions
  extends AddressOptions,
    OAuthOptions,
    Retention,
    StreamLimits,
    BlacklistOptions,
    RequestLimits,
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
  /** True to measure requests for the metrics. */
  measureRequests: boolean;
  /** True to log a line for each request. */
  requestLog: boolean;
}
