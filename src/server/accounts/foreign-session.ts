import type { Store } from '../../store/store.js';
import type { StepContext } from '../context/state.js';
import type { Accounts } from './accounts.js';
import { isNamed, proxySignIn, type SignInOptions } from './proxy-sign-in.js';

/** The parts of the server that know the session of a browser. */
export interface ProxySessions {
  store: Store;
  accounts: Accounts;
  options: SignInOptions;
}

/**
 * Creates the function that ends the session of a browser in which somebody else has signed in at the proxy, and one that the proxy has made
 * when it names nobody any more.
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
    const session = await accounts.sessions.find(ctx);
    if (!session?.account_id) return name;
    const account = name === undefined ? undefined : await store.accounts.find(session.account_id);
    const isOver = name === undefined ? session.by_proxy === 1 : account && !isNamed(account, name, options);
    if (isOver) await accounts.sessions.signOut(ctx);
    return name;
  };
}
