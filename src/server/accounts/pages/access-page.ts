import { renderAccessList } from '../../../page/server/account/access-list.js';
import type { AccountView } from '../../../page/server/account/account-page.js';
import type { WantedName } from '../../../page/server/account/grant-card.js';
import { grantsOf } from '../own-grants.js';
import type { OwnVisit, Page } from '../visit.js';

/** The first page of an account: what programs may do. */
export const accessPage: Page = {
  for: 'account',
  path: '/account',

  get: async (visit) => ({ view: await showAccess(visit) }),
};

/** Returns the first page of an account, with the name of an access that was sent. */
export async function showAccess(visit: OwnVisit, wanted?: WantedName): Promise<AccountView> {
  const access = await grantsOf(visit, 'program');
  return renderAccessList(visit.frame, { access, characters: visit.account.characters, wanted });
}
