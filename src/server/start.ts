import type { Logger } from 'pino';
import { routes } from '../routes/index.js';
import type { Store } from '../store/store.js';
import { createAccounts } from './accounts/accounts.js';
import { connect } from './app.js';
import { newLifecycle } from './context/lifecycle.js';
import { RequestStats } from './context/request-stats.js';
import { buildDocuments, loadDocuments } from './documents/documents.js';
import { type Listening, type ListenOptions, listen } from './http/listen.js';
import { type MetricsOptions, openMetrics } from './metrics/open-metrics.js';
import { OAuth } from './oauth/oauth.js';
import { type PruneOptions, pruneDaily } from './prune-daily.js';
import { Blacklist } from './rate-limit/address-blacklist.js';
import { type CounterOptions, openCounters } from './rate-limit/open-counters.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { ListCache } from './response/list-cache.js';
import type { SandboxSteps } from './sandbox-steps.js';
import type { ServerOptions, Services } from './services.js';
import { Streams } from './streams/streams.js';

export interface StartOptions
  extends Omit<ServerOptions, 'measureRequests'>,
    ListenOptions,
    CounterOptions,
    MetricsOptions,
    PruneOptions {
  /** True to load what the first requests need before the service listens, so that none of them holds up the others. */
  preload?: boolean;
}

/** Creates the parts of the service on a store, and starts it, with the steps of a sandbox if there is one. */
export async function start(
  store: Store,
  log: Logger,
  options: StartOptions,
  clock: () => number = Date.now,
  sandbox?: SandboxSteps,
): Promise<Listening> {
  const accounts = createAccounts(store, options);
  const oauth = new OAuth({ store, log, clock, options, cookies: accounts.cookies });
  const rate = { limit: options.rateLimit, window: options.rateWindow };
  const documents = buildDocuments(routes, rate, options);
  if (options.preload) await Promise.all([oauth.load(), loadDocuments(documents)]);
  const { counters, redis } = await openCounters(store, log, options);
  const blacklist = new Blacklist(store);
  const built: Services = {
    routes,
    store,
    lists: new ListCache(store, options.publicUrl),
    limiter: new RateLimiter(counters, rate),
    blacklist,
    log,
    clock,
    options: { ...options, measureRequests: options.metricsPort !== 'off' },
    stats: new RequestStats(),
    streams: new Streams({ store, blacklist, log, clock }, options),
    documents,
    accounts,
    oauth,
    lifecycle: newLifecycle(),
  };
  const services = sandbox?.adapt(built) ?? built;
  const listening = await listen(connect(services, sandbox), options).catch((error) => {
    counters.close?.();
    throw error;
  });
  const stopPruning = pruneDaily(store, log, clock, options);
  let metrics: Listening | undefined;
  const close = async (drainDelay?: number) => {
    stopPruning();
    const inTime = await listening.close(drainDelay);
    accounts.close();
    // What was cut off continues until the process ends, and finds no database any more: that is no fault.
    log.level = 'silent';
    counters.close?.();
    await metrics?.close();
    return inTime;
  };
  try {
    metrics = await openMetrics(services, redis, options);
    return { url: listening.url, close };
  } catch (error) {
    await close(0);
    throw error;
  }
}
