import type { Step } from '../context.js';
import type { Blacklist } from '../rate-limit/address-blacklist.js';

/** Closes the connection of a blacklisted address without an answer. Reference, section 7. */
export function refuseBlacklisted(blacklist: Blacklist): Step {
  return async (ctx, next) => {
    if (!ctx.state.isTrusted && (await blacklist.has(ctx.state.clientAddress, ctx.state.now))) {
      ctx.respond = false;
      ctx.req.socket.destroy();
      return;
    }
    await next();
  };
}
