import { counted } from '../../domain/duration.js';
import { OAUTH } from '../../routes/path.js';
import type { RedisAddress } from '../../server/rate-limit/redis-counters.js';
import type { Store } from '../../store/store.js';
import { type Line, line } from './line.js';

/** The place where the service counts calls, and its limit. */
export interface CallSettings {
  rateLimit: number;
  /** Seconds. */
  rateWindow: number;
  redis: RedisAddress | undefined;
}

/** Yields the calls of an address in the windows that are open, by path, from where the service counts them. */
export async function* callsOf(
  store: Store,
  address: string,
  { rateLimit, rateWindow, redis }: CallSettings,
  now: number,
): AsyncGenerator<Line> {
  const { openCounters } = await import('../../server/rate-limit/open-counters.js');
  const { RateLimiter } = await import('../../server/rate-limit/rate-limiter.js');
  const { createLog } = await import('../../server/log.js');
  const { routes } = await import('../../routes/index.js');
  const { endpoints } = await import('../../server/oauth/endpoints.js');
  if (redis === undefined && store.counters === undefined) {
    const where = 'the running service counts calls in its memory, where no other program sees them: look into its log';
    return yield line('calls', { state: 'unknown', detail: where });
  }
  const silent = createLog('silent', { write: () => {} });
  const rate = { limit: rateLimit, window: rateWindow * 1000 };
  const options = { rateLimit, rateWindow: rate.window, rateKeys: 1, redis };
  const { counters, redis: state } = await openCounters(store, silent, options);
  try {
    if (state && !state.isUp) {
      const away = 'Redis does not answer: each service counts by itself until it does';
      return yield line('calls', { state: 'unknown', detail: away });
    }
    const paths = [
      ...new Set(routes.filter(({ path }) => path.rateLimited).map(({ path }) => path.path)),
      ...endpoints.map(({ path }) => `${OAUTH}${path}`),
    ];
    const limiter = new RateLimiter(counters, rate);
    let isAny = false;
    for (const path of paths) {
      const { limit, remaining, refused, resetAt } = await limiter.status(address, path, now * 1000);
      const calls = limit - remaining + refused;
      if (calls === 0) continue;
      isAny = true;
      const until = Math.ceil(resetAt / 1000);
      const detail = `${counted(calls, 'call')} since the window began, ${refused} of them refused; the window ends at this time`;
      yield line('calls', { id: path, state: refused > 0 ? 'refused' : 'ok', detail, time: until });
    }
    if (!isAny) yield line('calls', { state: 'none', detail: 'no call in a window that is open' });
  } finally {
    // Those of a store close with it.
    if (redis !== undefined) counters.close?.();
  }
}
