import type { Step } from '../context.js';
import { negotiate } from '../request/negotiate.js';

/** Decides on the format of the answer before anything is done for it. */
export const chooseFormat: Step = (ctx, next) => {
  ctx.state.format = negotiate(ctx);
  return next();
};
