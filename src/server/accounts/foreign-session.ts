import { nameKey } from '../../domain/text.js';
import type { Store } from '../../store/store.js';
import type { StepContext } from '../context/state.js';
import type { Accounts } from './accounts.js';
import { proxySignIn, type SignInOptions } from './proxy-sign-in.js';

/** The parts of the server that know the session of a browser. */
export interface ProxySessions {
  store: Store;
  accounts: Accounts;
  options: SignInOptions;
}

/**
 * Creates the function that ends the session of a browser in which somebody else has signed in at the proxy.
 *
 * @returns the name of the person whom the proxy has signed in
 */
export function endForeignSessions({
  store,
  accounts,
  options,
}: ProxySessions): (ctx: StepContext) => Promise<string | undefined> {
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
