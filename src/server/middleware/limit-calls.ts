import type { Logger } from 'pino';
import { counted, durationInWords } from '../../domain/duration.js';
import { Failure } from '../../domain/failure.js';
import { type Counters, httpDate, type RateLimit, type Verdict, verdictOf } from '../../domain/rate-limit.js';
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

  async count(address: string, pattern: string, now: number): Promise<Verdict> {
    return verdictOf(this.rate, await this.#counters.hit(`${address} ${pattern}`, now));
  }

  /** Does not count a call. Without a window, returns the state of one that begins now. */
  async status(address: string, pattern: string, now: number): Promise<Verdict> {
    const window = await this.#counters.peek(`${address} ${pattern}`, now);
    return verdictOf(this.rate, window ?? { count: 0, resetAt: now + this.rate.window });
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
  const verdict = await limiter.count(address, path.path, now);
  const { allowed, limit, remaining, resetAt, window, refused } = verdict;
  const reset = toSeconds(resetAt);
  const left = toSeconds(resetAt - now);
  fields['X-RateLimit-Limit'] = String(limit);
  fields['X-RateLimit-Remaining'] = String(remaining);
  fields['X-RateLimit-Reset'] = String(reset);
  fields['X-RateLimit-ResetTime'] = httpDate(reset);
  fields['RateLimit-Policy'] = `"${path.name}";q=${limit};w=${toSeconds(window)}`;
  fields.RateLimit = `"${path.name}";r=${remaining};t=${left}`;
  if (allowed) return;
  if (refused === options.blacklistAfter && !isTrusted) {
    const createdAt = Math.floor(now / 1000);
    const expiresAt = createdAt + options.blacklistFor;
    log.warn({ requestId, address, expiresAt }, 'blacklisted');
    const reason = `${refused} refused calls of ${path.path}`;
    await blacklist.add({ address, created_at: createdAt, expires_at: expiresAt, reason });
  }
  throw refusal(verdict, left, isTrusted, options);
}

function refusal(
  { limit, refused, resetAt }: Verdict,
  retryAfter: number,
  isTrusted: boolean,
  { blacklistAfter, blacklistFor }: BlacklistOptions,
): Failure {
  const message = `Over ${limit} calls. Wait until ${httpDate(toSeconds(resetAt))}.`;
  const details = { retry_after: retryAfter };
  const left = blacklistAfter - refused;
  // A host may have removed the address from the blacklist in the same window: it is not listed again.
  if (isTrusted || left < 0) return new Failure('rate_limit_exceeded', message, details);
  const span = durationInWords(blacklistFor);
  const warning =
    left === 0
      ? `This address is now blacklisted for ${span}: it gets no answer.`
      : `After ${counted(left, 'more refused call')} this address is blacklisted for ${span}: it gets no answer then.`;
  return new Failure('rate_limit_exceeded', `${message} ${warning}`, {
    ...details,
    calls_until_blacklist: left,
    blacklist_for: blacklistFor,
  });
}
