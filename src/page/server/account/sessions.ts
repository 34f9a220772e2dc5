import { type Html, html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { type LastUse, renderLastUse, renderTime } from './date.js';
import { renderButton } from './form.js';
import { renderMetadata } from './metadata-list.js';

/** A session of a browser, as it is listed. */
export interface ListedSession extends LastUse {
  uid: string;
  /** The browser in plain words. */
  browser: string;
  /** Unix seconds. */
  signed_in_at: number;
  /** True for the session of the browser that is shown the page. */
  isOwn: boolean;
}

/** Renders the sessions of an account, each with a button that ends it. */
export function renderSessions(frame: AccountFrame, sessions: readonly ListedSession[]): AccountView {
  const { formToken } = frame;
  return {
    title: 'Where you are signed in',
    body: html`<p>Ending a session signs you out in that browser. Programs keep their access.</p>
${sessions.map((session) => renderSession(frame, session))}
${
  sessions.some(({ isOwn }) => !isOwn) &&
  renderButton('end-session', formToken, { values: { others: 'yes' }, text: 'Sign out everywhere else' })
}`,
  };
}

function renderSession({ formToken }: AccountFrame, session: ListedSession): Html {
  const { uid, browser, isOwn } = session;
  return html`<section class="card" aria-labelledby="session-${uid}">
<h2 id="session-${uid}">${browser}${isOwn && html` <span>this browser</span>`}</h2>
${renderMetadata([
  ['Signed in', renderTime(session.signed_in_at)],
  ['Last used', renderLastUse(session)],
])}
${
  isOwn
    ? renderButton('sign-out', formToken, { text: 'Sign out here' })
    : renderButton('end-session', formToken, { values: { id: uid }, text: 'End this session', about: `of ${browser}` })
}
</section>`;
}
