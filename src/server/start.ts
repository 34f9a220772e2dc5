import type { Logger } from 'pino';
import { routes } from '../routes/index.js';
import type { Store } from '../store/store.js';
import { Blacklist } from './blacklist.js';
import { Callers } from './callers.js';
import { type Listening, type ListenOptions, listen } from './listen.js';
import { openCounters } from './open-counters.js';
import { RateLimiter } from './rate-limiter.js';
import type { RedisAddress } from './redis-counters.js';
import type { ServerOptions, Services } from './services.js';

export interface StartOptions extends ServerOptions, ListenOptions {
  /** Calls of one address to one path in a window. */
  rateLimit: number;
  /** Length of a window, in milliseconds. */
  rateWindow: number;
  /** Windows that are kept in the process at most. */
  rateKeys: number;
  /** Where instances count together; without it, in the database where that can, else in the process. */
  redis?: RedisAddress | undefined;
}

/** Puts the service together on a store, and starts it. */
export async function start(
  store: Store,
  log: Logger,
  options: StartOptions,
  clock: () => number = Date.now,
): Promise<Listening> {
  const counters = await openCounters(store, log, options);
  const services: Services = {
    routes,
    store,
    callers: new Callers(store),
    limiter: new RateLimiter(counters, { limit: options.rateLimit, window: options.rateWindow }),
    blacklist: new Blacklist(store),
    log,
    clock,
    options,
    life: { closing: false, inWork: 0, connections: new Set() },
  };
  try {
    const { url, close } = await listen(services, options);
    return { url, close: () => close().finally(() => counters.close?.()) };
  } catch (error) {
    counters.close?.();
    throw error;
  }
}
