import type { Problem } from '../../../page/server/account/form.js';
import { renderPasswordForm } from '../../../page/server/account/password-form.js';
import { attempt, recordRefusal } from '../record-sign-in.js';
import { fieldOf, type OwnVisit, type Page, type Reply } from '../visit.js';
import { newPasswordProblems } from './new-password.js';

/** The form for another password. */
export const passwordPage: Page = {
  for: 'account',
  path: '/account/password',

  get: (visit) => ({ view: renderPasswordForm(visit.frame, waysOf(visit)) }),

  async post(visit, form) {
    const { ctx, services, log, account, now } = visit;
    const { store, accounts } = services;
    const ways = waysOf(visit);
    const invalid = (problems: Problem[]): Reply => ({
      status: 400,
      view: renderPasswordForm(visit.frame, { ...ways, problems }),
    });
    const problems = await newPasswordProblems(form, account);
    if (problems.length > 0) return invalid(problems);
    const { passwords } = accounts;
    // Whoever tries this account's password elsewhere does not use up its attempts here.
    const own = { name: 'password', address: account.id };
    const { refusal, checked } = await attempt(visit, own, async () => {
      // Somebody whom the provider signs in chooses a first one.
      const isFirst = account.password_hash === null && ways.provider?.isConnected === true;
      const isRight = isFirst || (await passwords.verify(fieldOf(form, 'current'), account.password_hash ?? undefined));
      return isRight && passwords.hash(fieldOf(form, 'password'));
    });
    if (refusal) return refusal;
    if (checked === false) {
      recordRefusal(visit, 'refused', account);
      return invalid([{ field: 'current', text: 'This is not your current password. Type it again.' }]);
    }
    await store.accounts.setPassword(account.id, checked, now);
    await accounts.sessions.signIn(ctx, account.id);
    log.info({ account: account.id }, 'password changed');
    return { redirect: 'password?done=password' };
  },
};

/** Returns the ways in which the account signs in. */
function waysOf({ services, account }: OwnVisit) {
  const { provider } = services.accounts;
  const hasPassword = account.password_hash !== null;
  const isConnected = provider !== undefined && account.provider_issuer === provider.issuer;
  return { hasPassword, provider: provider && { name: provider.name, isConnected, canDisconnect: hasPassword } };
}
