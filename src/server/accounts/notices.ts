import type { Visit } from './visit.js';

/** The results of changes, which the next page shows. Its address has only the name of one, so that no link can make up a text. */
const NOTICES: Readonly<Record<string, string>> = {
  'signed-out': 'You are signed out.',
  'session-ended': 'The session has ended.',
  'sessions-ended': 'You are signed out everywhere else.',
  ended: 'The access has ended. The program’s tokens stop working within a second.',
  'token-ended': 'The token has ended. It stops working within a second.',
  password: 'The password is changed, and you are signed out everywhere else.',
  connected: 'Your account is connected. You can sign in this way from now on.',
  disconnected: 'Your account is not connected any more. Sign in with your password.',
  saved: 'Saved.',
  removed: 'The program is removed, and everybody’s access through it has ended.',
};

/** Returns the text of the change that the browser was redirected from. */
export function noticeOf({ ctx }: Visit): string | undefined {
  const { done } = ctx.query;
  return typeof done === 'string' && Object.hasOwn(NOTICES, done) ? NOTICES[done] : undefined;
}
