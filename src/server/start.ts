import type { Logger } from 'pino';
import { routes } from '../routes/index.js';
import type { Store } from '../store/store.js';
import { Blacklist } from './blacklist.js';
import { Callers } from './callers.js';
import { type Listening, type ListenOptions, listen } from './listen.js';
import { ProcessCounters } from './process-counters.js';
import { RateLimiter } from './rate-limiter.js';
import type { ServerOptions } from './services.js';

export interface StartOptions extends ServerOptions, ListenOptions {
  /** Calls of one address to one path in a window. */
  rateLimit: number;
  /** Length of a window, in milliseconds. */
  rateWindow: number;
  /** Windows that are kept at most. */
  rateKeys: number;
}

/** Puts the service together on a store, and starts it. */
export function start(
  store: Store,
  log: Logger,
  options: StartOptions,
  clock: () => number = Date.now,
): Promise<Listening> {
  const counters = new ProcessCounters(options.rateWindow, options.rateKeys);
  return listen(
    {
      routes,
      store,
      callers: new Callers(store),
      limiter: new RateLimiter(counters, { limit: options.rateLimit, window: options.rateWindow }),
      blacklist: new Blacklist(store),
      log,
      clock,
      options,
      life: { closing: false, inWork: 0, connections: new Set() },
    },
    options,
  );
}
