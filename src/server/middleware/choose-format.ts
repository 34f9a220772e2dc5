import type { Step } from '../context.js';
import { negotiate } from '../request/negotiate.js';

/** Chooses the format of the answer. */
export const chooseFormat: Step = (ctx, next) => {
  ctx.state.format = negotiate(ctx);
  return next();
};
