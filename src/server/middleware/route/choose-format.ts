import type { FormatName } from '../../context/format.js';
import { routeOf, type Step } from '../../context/state.js';
import { asksForStream, negotiate } from '../../request/negotiate.js';

/** Chooses the format of the answer, or a stream where the route has one and the client prefers it. */
export function chooseFormat(defaultFormat: FormatName): Step {
  return (ctx, next) => {
    if (routeOf(ctx.state).stream !== undefined && asksForStream(ctx, defaultFormat)) ctx.state.asksForStream = true;
    else ctx.state.format = negotiate(ctx, defaultFormat);
    return next();
  };
}
