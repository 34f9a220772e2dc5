import type { Logger } from 'pino';
import { routes } from '../routes/index.js';
import type { Store } from '../store/store.js';
import { createAccounts } from './accounts/accounts.js';
import { connect } from './app.js';
import { buildDocuments, loadDocuments } from './documents/documents.js';
import { type Listening, type ListenOptions, listen } from './http/listen.js';
import { serveMetrics } from './metrics/metrics-server.js';
import { RateLimiter } from './middleware/limit-calls.js';
import { OAuth } from './oauth/oauth.js';
import { type PruneOptions, pruneHourly } from './prune-hourly.js';
import { Blacklist } from './rate-limit/blacklist.js';
import { type CounterOptions, openCounters } from './rate-limit/open-counters.js';
import { listKeeper } from './response/list-cache.js';
import type { ServerOptions, Services } from './services.js';
import { newLifecycle } from './state.js';
import { Streams } from './streams/streams.js';

export interface StartOptions extends ServerOptions, ListenOptions, CounterOptions, PruneOptions {
  metricsPort: number | 'off';
  metricsHost?: string;
  version: string;
  /** True to load what the first requests need before the service listens. */
  preload?: boolean;
}

/**
 * @param adapt replaces parts of the service, as a sandbox does
 * @param timer measures the intervals of streams, in milliseconds
 */
export async function start(
  store: Store,
  log: Logger,
  options: StartOptions,
  clock: () => number = Date.now,
  adapt: (services: Services) => Services = (services) => services,
  timer = clock,
): Promise<Listening> {
  const { metricsPort, metricsHost = '127.0.0.1' } = options;
  const metrics = metricsPort === 'off' ? undefined : new (await import('./metrics/metrics.js')).Metrics();
  const accounts = createAccounts(store, options);
  const oauth = new OAuth({ store, log, clock, options, cookies: accounts.cookies });
  const rate = { limit: options.rateLimit, window: options.rateWindow };
  const documents = buildDocuments(rate, options);
  if (options.preload) await Promise.all([oauth.load(), accounts.provider?.load(), loadDocuments(documents)]);
  const { counters, redis } = await openCounters(store, log, options);
  const blacklist = new Blacklist(store);
  const services = adapt({
    routes,
    store,
    keepList: listKeeper(store, options.publicUrl),
    limiter: new RateLimiter(counters, rate),
    blacklist,
    log,
    clock,
    options,
    metrics,
    streams: new Streams({ store, blacklist, log, clock, timer }, options),
    documents,
    accounts,
    oauth,
    lifecycle: newLifecycle(),
    arrangeSteps: (steps) => steps,
  });
  metrics?.addGauges(services, options.version, redis);
  const servers: Listening[] = [];
  const close = async (drainDelay?: number) => {
    stopPruning();
    const [service, metricsServer] = servers;
    const inTime = (await service?.close(drainDelay)) ?? true;
    accounts.close();
    // Requests that were cut off no longer find a database: their errors are expected.
    log.level = 'silent';
    counters.close?.();
    await metricsServer?.close();
    return inTime;
  };
  const stopPruning = pruneHourly(store, log, clock, options);
  try {
    const service = await listen(connect(services), options);
    servers.push(service);
    if (metrics) {
      const listening = await serveMetrics(metrics, metricsHost, Number(metricsPort));
      servers.push(listening);
      log.info({ url: listening.url }, 'metrics');
    }
    return { url: service.url, close };
  } catch (error) {
    await close(0);
    throw error;
  }
}
