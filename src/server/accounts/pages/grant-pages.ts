import { nameFieldOf } from '../../../page/server/account/grant-card.js';
import { findGrant, isPersonal, nameProblem, readOptionalName } from '../own-grants.js';
import { fieldOf, type Page } from '../visit.js';
import { showAccess } from './access-page.js';
import { showTokens } from './tokens-page.js';

/** Ends the access of a program, or a personal token. One that is not the account's own stays as it is. */
export const endAccessPage: Page = {
  for: 'account',
  path: '/account/end-access',

  async post(visit, form) {
    const { services, log, account, now } = visit;
    const own = await findGrant(visit, fieldOf(form, 'id'));
    if (!own) return { redirect: '../account' };
    if (await services.store.grants.end(own.id, now))
      log.info({ account: account.id, client: own.client.id, grant: own.id }, 'access ended');
    return { redirect: isPersonal(visit, own) ? 'tokens?done=token-ended' : '../account?done=ended' };
  },
};

/** Gives the access of a program, or a personal token, another name, or none. */
export const renamePage: Page = {
  for: 'account',
  path: '/account/rename',

  async post(visit, form) {
    const own = await findGrant(visit, fieldOf(form, 'id'));
    if (!own) return { redirect: '../account' };
    const typed = fieldOf(form, 'name');
    const name = readOptionalName(typed);
    if (name === undefined) {
      const show = isPersonal(visit, own) ? showTokens : showAccess;
      const problems = [nameProblem(nameFieldOf(own.id))];
      return { status: 400, view: await show(visit, { id: own.id, name: typed, problems }) };
    }
    await visit.services.store.grants.rename(own.id, name);
    return { redirect: `${isPersonal(visit, own) ? 'tokens' : '../account'}?done=saved` };
  },
};
