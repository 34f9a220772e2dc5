import { nameKey } from '../../domain/text.js';
import type { StepContext } from '../context/state.js';
import type { Services } from '../services.js';
import { proxySignIn } from './proxy-sign-in.js';

/**
 * Creates the function that ends the session of a browser in which somebody else has signed in at the proxy.
 *
 * @returns the name of the person whom the proxy has signed in
 */
export function endForeignSessions({
  store,
  accounts,
  options,
}: Pick<Services, 'store' | 'accounts' | 'options'>): (ctx: StepContext) => Promise<string | undefined> {
  const proxyNameOf = proxySignIn(options);
  return async (ctx) => {
    const name = proxyNameOf(ctx);
    if (name === undefined) return undefined;
    const session = await accounts.sessions.find(ctx);
    const account = session?.account_id ? await store.accounts.find(session.account_id) : undefined;
    if (account && nameKey(name) !== nameKey(account.name)) await accounts.sessions.signOut(ctx);
    return name;
  };
}
