import type { StepContext } from '../../context.js';
import { hasAlready } from '../../response/etag.js';
import type { Finished } from '../../response/finished.js';

/** Answers with a finished answer, or with a 304 if the client has it already. */
export function offer(ctx: StepContext, answer: Finished): void {
  const { type, etag } = answer;
  ctx.status = hasAlready(ctx.req.headers, etag) ? 304 : 200;
  ctx.state.content = { type, etag, body: answer.at(Math.floor(ctx.state.now / 1000)) };
}
