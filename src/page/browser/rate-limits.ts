import { byId, whenVisible } from './element.js';
import { readResource } from './read-resource.js';
import type { ServiceClock } from './service-clock.js';

interface RateLimits {
  ratelimits: { ratelimit: { attributes: RateLimit }[] };
}

interface RateLimit {
  pattern: string;
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

/** Milliseconds between two updates of the bars while the page is visible. */
const EVERY = 60_000;

/** Shows the calls that are left for each path of which calls were used. Returns a function that updates them. */
export function startRateLimits(clock: ServiceClock): () => void {
  const rows = new Map(
    [...document.querySelectorAll<HTMLElement>('#limits [data-pattern]')].map((row) => [row.dataset.pattern, row]),
  );
  const refresh = async () => {
    try {
      const { svcapi } = await readResource<RateLimits>('api/ratelimits');
      const limits = svcapi.ratelimits.ratelimit.map(({ attributes }) => attributes);
      for (const limit of limits) show(rows.get(limit.pattern), limit, clock);
      const isUsed = limits.some(({ remaining, limit }) => remaining < limit);
      byId('limits-state').textContent = isUsed ? '' : 'You have used none of your calls.';
    } catch {
      byId('limits-state').textContent = 'The service did not answer: these numbers may be out of date.';
    }
  };
  const refreshWhenSeen = () => {
    if (document.visibilityState === 'visible') void refresh();
  };
  refreshWhenSeen();
  whenVisible(refreshWhenSeen);
  setInterval(refreshWhenSeen, EVERY);
  return refreshWhenSeen;
}

function show(row: HTMLElement | undefined, { limit, remaining, reset }: RateLimit, clock: ServiceClock): void {
  const meter = row?.querySelector('meter');
  const left = row?.querySelector('.left');
  if (!row || !meter || !left) return;
  row.hidden = remaining >= limit;
  meter.value = remaining;
  left.textContent = `${remaining} of ${limit} calls left, reset ${untilReset(reset, clock)}`;
}

function untilReset(reset: number, clock: ServiceClock): string {
  const minutes = Math.ceil((reset * 1000 - clock.now()) / 60_000);
  return minutes > 1 ? `in ${minutes} minutes` : 'within a minute';
}
