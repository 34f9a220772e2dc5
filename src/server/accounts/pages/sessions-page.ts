import { type Html, html } from '../../../page/server/html.js';
import type { Session } from '../../../store/store.js';
import { SESSION_LIFETIME } from '../../request/cookies.js';
import { fieldOf, forAccount, type SignedInRequest } from '../page-request.js';
import { renderLastUse, renderMetadata, renderTime } from './details.js';
import { renderButton } from './form.js';

export const sessionsPage = forAccount({
  path: '/account/sessions',

  async get(request) {
    const { store, account, session, frame, now } = request;
    const sessions = await store.sessions.ofAccount(account.id, now);
    const body = html`<p>Ending a session signs you out in that browser. Programs keep their access.</p>
${sessions.map((each) => renderSession(request, each))}
${
  sessions.some(({ uid }) => uid !== session?.uid) &&
  renderButton(frame, 'end-session', { values: { others: 'yes' }, text: 'Sign out everywhere else' })
}`;
    return { title: 'Where you are signed in', body };
  },
});

/** Ends one session, or all except the browser's. */
export const endSessionPage = forAccount({
  path: '/account/end-session',

  async post({ store, account, session, log }, form) {
    const others = form.others === 'yes';
    if (others) await store.sessions.endOthers(account.id, session?.uid ?? '');
    else if (!(await store.sessions.end(account.id, fieldOf(form, 'id')))) return { redirect: 'sessions' };
    log.info({ account: account.id, others }, 'session ended');
    return { redirect: `sessions?done=session${others ? 's' : ''}-ended` };
  },
});

function renderSession({ session, frame }: SignedInRequest, each: Session): Html {
  const { uid, expires_at, last_used_from } = each;
  const isOwn = uid === session?.uid;
  const about = last_used_from === null ? '' : `from ${last_used_from}`;
  return html`<section class="card" aria-labelledby="session-${uid} since-${uid}">
<h2 id="session-${uid}">${isOwn ? 'This browser' : 'Another browser'}</h2>
${renderMetadata([
  ['Signed in', html`<span id="since-${uid}">${renderTime(expires_at - SESSION_LIFETIME)}</span>`],
  ['Last used', renderLastUse(each)],
])}
${
  isOwn
    ? renderButton(frame, 'sign-out', { text: 'Sign out here' })
    : renderButton(frame, 'end-session', { values: { id: uid }, text: 'End this session', about })
}
</section>`;
}
