import { browserName } from '../../../domain/browser-name.js';
import { renderSessions } from '../../../page/server/account/sessions.js';
import { SESSION_LIFETIME } from '../../request/cookies.js';
import { fieldOf, type Page } from '../visit.js';

/** The sessions of the account: where somebody is signed in. */
export const sessionsPage: Page = {
  for: 'account',
  path: '/account/sessions',

  async get({ services, account, session, frame, now }) {
    const sessions = await services.store.sessions.ofAccount(account.id, now);
    const listed = sessions.map(({ browser, expires_at, ...each }) => ({
      ...each,
      browser: browser ?? browserName(''),
      signed_in_at: expires_at - SESSION_LIFETIME,
      isOwn: each.uid === session?.uid,
    }));
    return { view: renderSessions(frame, listed) };
  },
};

/** Ends a session of the account, or all but that of the browser. */
export const endSessionPage: Page = {
  for: 'account',
  path: '/account/end-session',

  async post({ services, account, session, log }, form) {
    const { sessions } = services.store;
    const others = form.others === 'yes';
    if (others) await sessions.endOthers(account.id, session?.uid ?? '');
    else if (!(await sessions.end(account.id, fieldOf(form, 'id')))) return { redirect: 'sessions' };
    log.info({ account: account.id, others }, 'session ended');
    return { redirect: `sessions?done=session${others ? 's' : ''}-ended` };
  },
};
