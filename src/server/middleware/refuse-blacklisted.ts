import { chain } from '../context/chain.js';
import type { Step } from '../context/state.js';
import type { Blacklist } from '../rate-limit/address-blacklist.js';

/** Closes the connection of a blacklisted address without an answer. Reference, section 7. */
export function refuseBlacklisted(blacklist: Blacklist): Step {
  return (ctx, next) => {
    if (ctx.state.isTrusted) return next();
    return chain(blacklist.has(ctx.state.clientAddress, ctx.state.now), (isListed) => {
      if (!isListed) return next();
      ctx.respond = false;
      ctx.req.socket.destroy();
      return undefined;
    });
  };
}
