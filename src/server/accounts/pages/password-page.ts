import { renderPasswordForm } from '../../../page/server/account/password-form.js';
import { claimantOf, recordRefusal, takeBackAttempt, tooManyAttempts } from '../record-sign-in.js';
import { fieldOf, type Page } from '../visit.js';
import { newPasswordProblems } from './new-password.js';

/** The form for another password. */
export const passwordPage: Page = {
  for: 'account',
  path: '/account/password',

  get: ({ frame, account }) => ({ view: renderPasswordForm(frame, { hasPassword: account.password_hash !== null }) }),

  async post(visit, form) {
    const { ctx, services, log, account, now } = visit;
    const { store, accounts } = services;
    const claimant = { ...(await claimantOf(visit, account.name)), isKnown: true };
    const problems = await newPasswordProblems(form, account);
    if (problems.length === 0) {
      const refusal = await tooManyAttempts(visit, account.name);
      if (refusal) return refusal;
      const current = fieldOf(form, 'current');
      const isRight = await accounts.passwords.verify(current, account.password_hash ?? undefined, claimant);
      if (isRight) await takeBackAttempt(visit, account.name);
      else {
        recordRefusal(visit, 'refused', account);
        problems.push({ field: 'current', text: 'This is not your current password. Type it again.' });
      }
    }
    if (problems.length > 0) {
      const hasPassword = account.password_hash !== null;
      return { status: 400, view: renderPasswordForm(visit.frame, { hasPassword, problems }) };
    }
    await store.accounts.setPassword(
      account.id,
      await accounts.passwords.hash(fieldOf(form, 'password'), claimant),
      now,
    );
    await accounts.sessions.signIn(ctx, account.id);
    log.info({ account: account.id }, 'password changed');
    return { redirect: 'password?done=password' };
  },
};
