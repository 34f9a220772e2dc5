import type { Step } from '../../context.js';
import { negotiate } from '../../request/negotiate.js';
import type { FormatName } from '../../response/write-envelope.js';

/** Chooses the format of the answer. */
export function chooseFormat(defaultFormat: FormatName): Step {
  return (ctx, next) => {
    ctx.state.format = negotiate(ctx, defaultFormat);
    return next();
  };
}
