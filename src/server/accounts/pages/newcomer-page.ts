import { GIVEN_NAME_RULE, givenName } from '../../../domain/given-name.js';
import { isUid } from '../../../domain/uid.js';
import { renderMessage } from '../../../page/server/account/message.js';
import { renderNewcomer } from '../../../page/server/account/provider-forms.js';
import type { Account, Identity } from '../../../store/store.js';
import { providerOf } from '../provider/identity-provider.js';
import { endNewcomer, findNewcomer } from '../provider/newcomer.js';
import { attempt, signIn } from '../record-sign-in.js';
import { isReserved } from '../reserved-names.js';
import { fieldOf, type Page, type Reply, type Visit } from '../visit.js';

/** The form in which somebody whom the provider has signed in names a new account. */
export const newcomerPage: Page = {
  for: 'everybody',
  path: '/account/newcomer',

  async get(visit) {
    const provider = providerOf(visit.services.accounts);
    return (await findNewcomer(visit)) && provider.create ? { view: renderNewcomer(visit.frame, provider.name) } : gone;
  },

  async post(visit, form) {
    const provider = providerOf(visit.services.accounts);
    const newcomer = await findNewcomer(visit);
    if (!newcomer || !provider.create) return gone;
    const typed = fieldOf(form, 'name');
    const name = givenName(typed);
    const isName = name !== undefined && !isUid(name);
    const who = { name: `newcomer ${visit.ctx.state.clientAddress}` };
    const { refusal, checked: account } = await attempt(
      visit,
      who,
      async () => isName && ((await create(visit, name, newcomer.identity)) ?? false),
    );
    if (refusal) return refusal;
    if (!account) {
      const text = isName ? TAKEN : `Give a name: ${GIVEN_NAME_RULE}, and not a UID.`;
      const problems = [{ field: 'name', text }];
      return { status: 400, view: renderNewcomer(visit.frame, provider.name, { name: typed, problems }) };
    }
    await endNewcomer(visit);
    // Somebody may have been here before, in another window, and be disabled by now.
    if (account.disabled_at !== null) return gone;
    return signIn(visit, account, 'provider', newcomer.next);
  },
};

const TAKEN = 'This name is taken. Choose another.';

/** Creates an account that is connected with somebody, and returns it, or the one that they have; undefined if its name is taken. */
async function create({ services, log, now }: Visit, name: string, identity: Identity): Promise<Account | undefined> {
  const { store } = services;
  const known = await store.accounts.findByIdentity(identity);
  if (known) return known;
  if ((await isReserved(store, name)) || (await store.accounts.findByName(name))) return undefined;
  try {
    const id = await store.transaction(async (within) => {
      const made = await within.accounts.create(name, [], now);
      await within.accounts.setIdentity(made, identity);
      return made;
    });
    log.info({ account: id }, 'account created');
    return await store.accounts.find(id);
  } catch (error) {
    // Another request has taken the name, or is of the same person.
    const account = await store.accounts.findByIdentity(identity);
    if (!account && !(await store.accounts.findByName(name))) throw error;
    return account;
  }
}

const gone: Reply = {
  status: 410,
  view: renderMessage({
    title: 'This sign-in is over',
    text: 'It was more than 15 minutes ago, or has its account already. Sign in again.',
    next: { address: 'sign-in', text: 'Sign in' },
  }),
};
