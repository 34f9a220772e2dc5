import { renderAccessList } from '../../../page/server/account/access-list.js';
import { personalClientId } from '../personal-client.js';
import { fieldOf, type OwnVisit, type Page } from '../visit.js';

/** The first page of an account: what programs may do. */
export const accessPage: Page = {
  for: 'account',
  path: '/account',

  async get(visit) {
    const { account, frame } = visit;
    const access = (await grantsOf(visit)).filter(({ client }) => client.id !== personalClientId(account));
    return { view: renderAccessList(frame, { access, characters: account.characters }) };
  },
};

/** Ends the access of a program. */
export const endAccessPage: Page = {
  for: 'account',
  path: '/account/end-access',

  async post(visit, form) {
    await endGrant(visit, fieldOf(form, 'id'));
    return { redirect: '../account?done=ended' };
  },
};

/** Returns the grants of the account that are valid now. */
export function grantsOf({ services, account, now }: OwnVisit) {
  return services.store.grants.ofAccount(account.id, now);
}

/** Ends a grant of the account; one that is not its own stays as it is. */
export async function endGrant(visit: OwnVisit, id: string): Promise<void> {
  const { services, log, account, now } = visit;
  const own = (await grantsOf(visit)).find((grant) => grant.id === id);
  if (!own || !(await services.store.grants.end(id, now))) return;
  log.info({ account: account.id, client: own.client.id, grant: id }, 'access ended');
}
