import { stringify } from 'node:querystring';
import type { Principal } from '../../../store/store.js';
import { type Retention, shownSince } from '../../context/retention.js';
import { routeOf, type Step, type StepContext } from '../../context/state.js';
import { type AddressOptions, baseUrl } from '../../request/base-url.js';
import { hasTokenInAddress } from '../../request/bearer-token.js';
import type { AnswerCache } from '../../response/answer-cache.js';
import { hasAlready } from '../../response/etag.js';
import type { Finished } from '../../response/finished.js';

/**
 * Answers with an earlier answer to the same call, if its route depends on stored data alone and none of it has changed, or on the time
 * alone and its second is not over. The target of the call was valid then, and so it is now.
 */
export function reuseAnswer(answers: AnswerCache, options: AddressOptions & Retention): Step {
  return (ctx, next) => {
    const { state } = ctx;
    const { dependsOn } = routeOf(state);
    if (dependsOn === 'call' || state.asksForStream) return next();
    const changes = answers.version();
    if (changes === undefined) return next();
    const version = dependsOn === 'time' ? Math.floor(state.now / 1000) : changes;
    const key = keyOf(ctx, options);
    const found = answers.find(key, version);
    if (!found) {
      state.cacheEntry = { key, version };
      return next();
    }
    return sendFinished(ctx, found);
  };
}

/** Returns all that an answer depends on, beside the stored data. No part of it has a space. */
function keyOf(ctx: StepContext, options: AddressOptions & Retention): string {
  const { format, principal, now } = ctx.state;
  const { events, transactions } = shownSince(options, Math.floor(now / 1000));
  return `${format} ${baseUrl(ctx, options.publicUrl)} ${events} ${transactions} ${targetOf(ctx)} ${principal ? viewerOf(principal) : ''}`;
}

/** Returns the path and the query of a call, without the token that may be in it. */
function targetOf(ctx: StepContext): string {
  if (!hasTokenInAddress(ctx)) return ctx.url;
  const { access_token: _, ...query } = ctx.query;
  return `${ctx.path}?${stringify(query)}`;
}

/** Returns the part of a principal that decides what it may see, as text. */
function viewerOf({ character_uid, permissions }: Principal): string {
  return `${character_uid} ${permissions}`;
}

/** Answers with a finished answer, or with a 304 if the client has it already. */
export function sendFinished(ctx: StepContext, answer: Finished): void {
  const { type, etag } = answer;
  ctx.status = hasAlready(ctx.req.headers, etag) ? 304 : 200;
  ctx.state.content = { type, etag, body: answer.at(Math.floor(ctx.state.now / 1000)) };
}
