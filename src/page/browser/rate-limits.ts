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

/** How often the bars are brought up to date while somebody looks, in milliseconds. */
const EVERY = 60_000;

/** Fills in where the caller stands with each path. Answers what does so once more. */
export function startRateLimits(clock: ServiceClock): () => void {
  const rows = new Map(
    [...document.querySelectorAll<HTMLElement>('#limits [data-pattern]')].map((row) => [row.dataset.pattern, row]),
  );
  const refresh = async () => {
    try {
      const { svcapi } = await readResource<RateLimits>('api/ratelimits');
      for (const { attributes } of svcapi.ratelimits.ratelimit) show(rows.get(attributes.pattern), attributes, clock);
      byId('limits-state').textContent = '';
    } catch {
      byId('limits-state').textContent = 'The service could not be asked just now: these may be out of date.';
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
  if (!meter || !left) return;
  meter.value = remaining;
  left.textContent = `${remaining} of ${limit} calls left${remaining < limit ? `, all again ${untilReset(reset, clock)}` : ''}`;
}

function untilReset(reset: number, clock: ServiceClock): string {
  const minutes = Math.ceil((reset * 1000 - clock.now()) / 60_000);
  return minutes > 1 ? `in ${minutes} minutes` : 'within a minute';
}
