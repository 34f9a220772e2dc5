import type { Page } from '../visit.js';

/** Ends the session of the browser, or every session of the account. It has no page of its own. */
export const signOutPage: Page = {
  for: 'everybody',
  path: '/account/sign-out',

  async post({ ctx, services, log, account }, form) {
    const everywhere = form.everywhere === 'yes';
    if (account && everywhere) await services.store.sessions.removeAll(account.id);
    await services.accounts.sessions.signOut(ctx);
    log.info({ account: account?.id, everywhere }, 'signed out');
    return { redirect: `sign-in?done=signed-out${everywhere ? '-everywhere' : ''}` };
  },
};
