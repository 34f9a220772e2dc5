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
import type { KeepList } from './response/list-cache.js';
import type { FormatName, Lifecycle, RequestMetrics, Retention, Step } from './state.js';
import type { StreamLimits, Streams } from './streams/streams.js';

export type Steps = ReadonlyMap<string, Step>;

export interface Services {
  routes: readonly Route[];
  store: Store;
  keepList: KeepList;
  limiter: RateLimiter;
  blacklist: Blacklist;
  metrics: RequestMetrics | undefined;
  streams: Streams;
  documents: Documents;
  accounts: Accounts;
  oauth: OAuth;
  log: Logger;
  /** Returns Unix milliseconds. */
  clock(): number;
  options: ServerOptions;
  lifecycle: Lifecycle;
  /** A sandbox adds its own steps. */
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
  /** CIDR of the proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  trustedProxies: readonly string[];
  /** True to accept a token also as the `access_token` parameter of the query or of a form. */
  accessTokenParameter: boolean;
  defaultFormat: FormatName;
  /** Origins whose pages may read answers; `*` for any. */
  corsOrigins: readonly string[];
  maxRequests: number;
  requestLog: boolean;
}
