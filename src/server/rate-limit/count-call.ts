import type { Logger } from 'pino';
import { counted, durationInWords } from '../../domain/duration.js';
import { Failure } from '../../domain/failure.js';
import type { Verdict } from '../../domain/rate-limit.js';
import { httpDate } from '../../routes/api.js';
import type { Path } from '../../routes/define-path.js';
import { chain } from '../context/chain.js';
import type { CountedCall } from '../context/state.js';
import type { Blacklist, BlacklistOptions } from './address-blacklist.js';
import type { RateLimiter } from './rate-limiter.js';
import { secondsUntil, toSeconds } from './seconds.js';

/** A path whose calls are counted, and the name of its limit. */
export type CountedPath = Pick<Path, 'path' | 'name'>;

/** The parts of the server that count calls. */
export interface CallCounting {
  limiter: RateLimiter;
  blacklist: Blacklist;
  log: Logger;
  options: BlacklistOptions;
}

/**
 * Counts a call of a path, and adds the rate-limit fields to its answer. An address with too many refused calls is
 * blacklisted. Reference, section 8.
 *
 * @throws {Failure} `rate_limit_exceeded` for a call over the limit
 */
export function countCall(path: CountedPath, call: CountedCall, services: CallCounting): void | Promise<void> {
  return chain(services.limiter.count(call.clientAddress, path.path, call.now), (verdict) => {
    addRateLimitFields(path, call, verdict);
    return verdict.allowed ? undefined : refuse(path, call, services, verdict);
  });
}

async function refuse(path: CountedPath, call: CountedCall, services: CallCounting, verdict: Verdict): Promise<never> {
  if (verdict.refused === services.options.blacklistAfter && !call.isTrusted) {
    await addToBlacklist(call, `${verdict.refused} refused calls of ${path.path}`, services);
  }
  throw refusal(call, verdict, services.options);
}

/** Builds the failure of a call over the limit, which says how far the blacklist is. Trusted proxies are never blacklisted. */
function refusal(
  { isTrusted, now }: CountedCall,
  { limit, refused, resetAt }: Verdict,
  { blacklistAfter, blacklistFor }: BlacklistOptions,
): Failure {
  const message = `Over ${limit} calls. Wait until ${httpDate(toSeconds(resetAt))}.`;
  const details = { retry_after: secondsUntil(resetAt, now) };
  const left = blacklistAfter - refused;
  // A host may have removed the address from the blacklist in the same window: there it is not listed again.
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

async function addToBlacklist(
  { clientAddress, now, requestId }: CountedCall,
  reason: string,
  { blacklist, log, options }: CallCounting,
): Promise<void> {
  const createdAt = Math.floor(now / 1000);
  const expiresAt = createdAt + options.blacklistFor;
  log.warn({ requestId, address: clientAddress, expiresAt }, 'blacklisted');
  await blacklist.add({ address: clientAddress, created_at: createdAt, expires_at: expiresAt, reason });
}

/**
 * Adds the fields of the reference (section 8.5), and those of the IETF draft that will replace them. Each path has a limit
 * of its own, so the policy is named after the path.
 */
function addRateLimitFields(
  { name }: CountedPath,
  { fields, now }: CountedCall,
  { limit, remaining, resetAt, window }: Verdict,
): void {
  const reset = toSeconds(resetAt);
  fields['X-RateLimit-Limit'] = String(limit);
  fields['X-RateLimit-Remaining'] = String(remaining);
  fields['X-RateLimit-Reset'] = String(reset);
  fields['X-RateLimit-ResetTime'] = httpDate(reset);
  fields['RateLimit-Policy'] = `"${name}";q=${limit};w=${toSeconds(window)}`;
  fields.RateLimit = `"${name}";r=${remaining};t=${secondsUntil(resetAt, now)}`;
}
