import { unavailable } from '../../domain/failure.js';
import type { Lifecycle } from '../context/lifecycle.js';
import type { RequestStats } from '../context/request-stats.js';
import type { Step } from '../context/state.js';
import { AddressCounts } from '../http/address-counts.js';

export interface RequestLimits {
  /** Maximum requests in flight. */
  maxRequests: number;
  /** Maximum requests in flight of one client address; trusted proxies have none. */
  maxRequestsPerAddress: number;
}

/** Limits the requests in flight, of all clients and of each client address: the rest get 503. */
export function shedLoad(lifecycle: Lifecycle, stats: RequestStats, limits: RequestLimits): Step {
  const ofAddress = new AddressCounts(limits.maxRequestsPerAddress);
  const refuse = (limit: 'total' | 'address'): never => {
    stats.shed[limit] += 1;
    throw unavailable({ retry_after: 1 });
  };
  return async (ctx, next) => {
    const { clientAddress, isTrusted } = ctx.state;
    let isInFlight = false;
    const place = {
      take() {
        if (lifecycle.inFlight >= limits.maxRequests) refuse('total');
        if (!isTrusted && !ofAddress.add(clientAddress)) refuse('address');
        lifecycle.inFlight += 1;
        isInFlight = true;
      },
      leave() {
        if (!isInFlight) return;
        isInFlight = false;
        lifecycle.inFlight -= 1;
        if (!isTrusted) ofAddress.remove(clientAddress);
      },
    };
    place.take();
    ctx.state.place = place;
    try {
      await next();
    } finally {
      place.leave();
    }
  };
}
