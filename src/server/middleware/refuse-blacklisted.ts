import type { Step } from '../context.js';
import { proceed } from '../proceed.js';
import type { Blacklist } from '../rate-limit/address-blacklist.js';

/** Closes the connection of a blacklisted address without an answer. Reference, section 7. */
export function refuseBlacklisted(blacklist: Blacklist): Step {
  return (ctx, next) => {
    if (ctx.state.isTrusted) return next();
    return proceed(blacklist.has(ctx.state.clientAddress, ctx.state.now), (isListed) => {
      if (!isListed) return next();
      ctx.respond = false;
      ctx.req.socket.destroy();
      return undefined;
    });
  };
}
