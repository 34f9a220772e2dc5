import { Failure } from '../../domain/failure.js';
import type { Verdict } from '../../domain/rate-limit.js';
import { httpDate } from '../../routes/api.js';
import type { Path } from '../../routes/define-path.js';
import type { Step, StepContext } from '../context.js';
import type { Services } from '../services.js';

/**
 * Counts the call of the client address to this path, sets the rate-limit headers, and refuses calls over the limit. An
 * address with too many refused calls is blacklisted. Reference, section 8.
 */
export function limitRate(path: Path, { limiter, blacklist, stats, log, options }: Services): Step {
  const ofPath = stats.of(path.path);
  return async (ctx, next) => {
    const { clientAddress, now, isTrusted, requestId } = ctx.state;
    const verdict = await limiter.count(clientAddress, path.path, now);
    setRateLimitHeaders(ctx, verdict);
    if (verdict.allowed) return next();
    ofPath.refused += 1;
    if (verdict.refused === options.blacklistAfter && !isTrusted) {
      const createdAt = Math.floor(now / 1000);
      const expiresAt = createdAt + options.blacklistFor;
      log.warn({ requestId, address: clientAddress, expiresAt }, 'blacklisted');
      await blacklist.add({
        address: clientAddress,
        created_at: createdAt,
        expires_at: expiresAt,
        reason: `${verdict.refused} refused calls of ${path.path}`,
      });
    }
    const retryAfter = secondsUntil(verdict.resetAt, now);
    throw new Failure(
      'rate_limit_exceeded',
      `Over ${verdict.limit} calls. Wait until ${httpDate(toSeconds(verdict.resetAt))}.`,
      { retry_after: retryAfter },
    );
  };
}

/** Sets the headers of the reference (section 8.5), and the fields of the IETF draft that will replace them. */
function setRateLimitHeaders(ctx: StepContext, { limit, remaining, resetAt, window }: Verdict): void {
  const reset = toSeconds(resetAt);
  ctx.state.fields.push(
    'X-RateLimit-Limit',
    String(limit),
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    String(reset),
    'X-RateLimit-ResetTime',
    httpDate(reset),
    'RateLimit-Policy',
    `"default";q=${limit};w=${Math.ceil(window / 1000)}`,
    'RateLimit',
    `"default";r=${remaining};t=${secondsUntil(resetAt, ctx.state.now)}`,
  );
}

/** Converts Unix milliseconds to seconds, rounded up. */
export function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

function secondsUntil(timestamp: number, now: number): number {
  return Math.ceil((timestamp - now) / 1000);
}
