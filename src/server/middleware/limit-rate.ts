import { Failure } from '../../domain/failure.js';
import type { Verdict } from '../../domain/rate-limit.js';
import { httpDate } from '../../routes/api.js';
import type { Path } from '../../routes/define-route.js';
import type { Step, StepContext } from '../context.js';
import type { Services } from '../services.js';

/**
 * Counts the call against the caller's address and this path, says on the answer where the caller stands, and refuses
 * what is over the limit. Who goes on all the same is blacklisted. Reference, section 8.
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
      `Over ${verdict.limit} calls: wait until ${httpDate(toSeconds(verdict.resetAt))}, then go on.`,
      { retry_after: retryAfter },
    );
  };
}

/** The headers of the reference (section 8.5), and the fields of the IETF draft that will take their place. */
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

/** Unix seconds at which a moment given in milliseconds has passed. */
export function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

function secondsUntil(moment: number, now: number): number {
  return Math.ceil((moment - now) / 1000);
}
