import { OAUTH } from '../../routes/path.js';
import { endForeignSessions, type ProxySessions } from '../accounts/foreign-session.js';
import type { Step } from '../context/state.js';

/**
 * Ends the session of a browser in which somebody else has signed in at the proxy, before an authorization: a program would
 * otherwise go on with what the first person has allowed. The pages of the accounts do so themselves.
 */
export function endForeignSession(services: ProxySessions): Step {
  const end = endForeignSessions(services);
  return async (ctx, next) => {
    if (ctx.path.startsWith(`${OAUTH}/auth`)) await end(ctx);
    return next();
  };
}
