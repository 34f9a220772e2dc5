import { PREFIX } from '../../routes/path.js';
import type { StepContext } from '../context/state.js';
import { accountAssets } from '../documents/page-files.js';
import { formToken } from './form-token.js';
import { rootFrom } from './paths.js';
import type { AccountServices, Visit } from './visit.js';

/** Creates the function that finds out who asks for a page. */
export function visits(services: AccountServices): (ctx: StepContext) => Promise<Visit> {
  const { store, accounts } = services;
  return async (ctx) => {
    const session = await accounts.sessions.find(ctx);
    const account = session?.account_id ? await store.accounts.find(session.account_id) : undefined;
    const token = formToken(ctx, accounts.cookies, session?.uid);
    const frame = {
      root: rootFrom(ctx.path),
      here: ctx.path.slice(PREFIX.length + 1),
      assets: accountAssets(),
      accountName: account?.name,
      formToken: token,
    };
    const log = services.log.child({ requestId: ctx.state.requestId });
    return { ctx, services, log, frame, now: Math.floor(ctx.state.now / 1000), account, session, id: '' };
  };
}
