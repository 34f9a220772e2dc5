import type { Page } from '../visit.js';

/** Ends the session of the browser. It has no page of its own. */
export const signOutPage: Page = {
  for: 'everybody',
  path: '/account/sign-out',

  async post({ ctx, services, log, account }) {
    await services.accounts.sessions.signOut(ctx);
    log.info({ account: account?.id }, 'signed out');
    return { redirect: 'sign-in?done=signed-out' };
  },
};
