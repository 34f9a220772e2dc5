import type { Step } from '../context.js';
import type { Life } from '../services.js';

/** Tells the caller that the connection ends with this answer when the service closes, also where it was begun before. */
export function announceClose(life: Life): Step {
  return async (ctx, next) => {
    await next();
    if (life.closing && ctx.respond !== false) ctx.set('Connection', 'close');
  };
}
