import type { Logger } from 'pino';
import { counted, durationInWords } from '../../domain/duration.js';
import { Failure } from '../../domain/failure.js';
import { type Counters, httpDate, type RateLimit, type Window } from '../../domain/rate-limit.js';
import type { Path } from '../../routes/define-path.js';
import type { Blacklist, BlacklistOptions } from '../rate-limit/blacklist.js';
import type { State, Step } from '../state.js';

/** Reference, section 8. */
export class RateLimiter {
  readonly #counters: Counters;
  readonly rate: RateLimit;

  constructor(counters: Counters, rate: RateLimit) {
    this.#counters = counters;
    this.rate = rate;
  }

  async count(address: string, pattern: string, now: number) {
    return this.#judge(await this.#counters.hit(`${address} ${pattern}`, now));
  }

  /** Does not count a call. Without a window, returns the state of one that begins now. */
  async status(address: string, pattern: string, now: number) {
    const window = await this.#counters.peek(`${address} ${pattern}`, now);
    return this.#judge(window ?? { count: 0, resetAt: now + this.rate.window });
  }

  /** Judges the latest call in a window; `refused` includes it. */
  #judge({ count, resetAt }: Window) {
    const { limit, window } = this.rate;
    const remaining = Math.max(limit - count, 0);
    const refused = Math.max(count - limit, 0);
    return { allowed: refused === 0, limit, window, remaining, resetAt, refused };
  }
}

export function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

export interface CallCounting {
  limiter: RateLimiter;
  blacklist: Blacklist;
  log: Logger;
  options: BlacklistOptions;
}

/** Comes before all steps that can refuse a request, so that every answer of a limited path has the rate-limit fields. */
export function limitCalls(services: CallCounting): Step {
  return async ({ state }, next) => {
    if (state.path?.rateLimited) await countCall(state.path, state, services);
    return next();
  };
}

/** Adds the fields of the reference (section 8.5) and of the IETF draft. @throws {Failure} `rate_limit_exceeded` */
export async function countCall(
  path: Pick<Path, 'path' | 'name'>,
  call: Pick<State, 'fields' | 'clientAddress' | 'isTrusted' | 'now' | 'requestId'>,
  { limiter, blacklist, log, options }: CallCounting,
): Promise<void> {
  const { fields, clientAddress: address, isTrusted, now, requestId } = call;
  const { allowed, limit, remaining, resetAt, window, refused } = await limiter.count(address, path.path, now);
  const reset = toSeconds(resetAt);
  const left = toSeconds(resetAt - now);
  fields['X-RateLimit-Limit'] = String(limit);
  fields['X-RateLimit-Remaining'] = String(remaining);
  fields['X-RateLimit-Reset'] = String(reset);
  fields['X-RateLimit-ResetTime'] = httpDate(reset);
  fields['RateLimit-Policy'] = `"${path.name}";q=${limit};w=${toSeconds(window)}`;
  fields.RateLimit = `"${path.name}";r=${remaining};t=${left}`;
  if (allowed) return;
  const message = `Over ${limit} calls. Wait until ${httpDate(reset)}.`;
  // A host may have removed the address from the blacklist in the same window: it is not listed again.
  if (isTrusted || refused > options.blacklistAfter)
    throw new Failure('rate_limit_exceeded', message, { retry_after: left });
  if (refused === options.blacklistAfter) {
    const createdAt = Math.floor(now / 1000);
    const expiresAt = createdAt + options.blacklistFor;
    log.warn({ requestId, address, expiresAt }, 'blacklisted');
    const reason = `${refused} refused calls of ${path.path}`;
    await blacklist.add({ address, created_at: createdAt, expires_at: expiresAt, reason });
  }
  const more = options.blacklistAfter - refused;
  const span = durationInWords(options.blacklistFor);
  const warning =
    more === 0
      ? `This address is now blacklisted for ${span}: it gets no answer.`
      : `After ${counted(more, 'more refused call')} this address is blacklisted for ${span}: it gets no answer then.`;
  throw new Failure('rate_limit_exceeded', `${message} ${warning}`, {
    retry_after: left,
    calls_until_blacklist: more,
    blacklist_for: options.blacklistFor,
  });
}
