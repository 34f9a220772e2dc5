import type { Step } from '../context.js';
import { type FormatName, negotiate } from '../request/negotiate.js';

/** Chooses the format of the answer. */
export function chooseFormat(defaultFormat: FormatName): Step {
  return (ctx, next) => {
    ctx.state.format = negotiate(ctx, defaultFormat);
    return next();
  };
}
