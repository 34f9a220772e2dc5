import { renderInvitation } from '../../../page/server/account/invitation-form.js';
import { renderMessage } from '../../../page/server/account/message.js';
import type { Account } from '../../../store/store.js';
import { signIn } from '../record-sign-in.js';
import { fieldOf, type Page, type Reply } from '../visit.js';
import { newPasswordProblems } from './new-password.js';

/** The page that a link of the host leads to: somebody chooses the password of an account. */
export const invitationPage: Page = {
  for: 'everybody',
  path: '/account/invitation',

  async get(visit) {
    const { code } = visit.ctx.query;
    const account = typeof code === 'string' ? await visit.services.store.invitations.find(code, visit.now) : undefined;
    if (!account || typeof code !== 'string') return usedInvitation;
    const provider = visit.services.accounts.provider?.name;
    return { view: renderInvitation(visit.frame, { code, ...ofAccount(account), provider }) };
  },

  async post(visit, form) {
    const { store, accounts } = visit.services;
    const code = fieldOf(form, 'code');
    const invited = await store.invitations.find(code, visit.now);
    if (!invited) return usedInvitation;
    const provider = accounts.provider?.name;
    const problems = await newPasswordProblems(form, invited);
    if (problems.length > 0) {
      return { status: 400, view: renderInvitation(visit.frame, { code, ...ofAccount(invited), provider, problems }) };
    }
    const hash = await accounts.passwords.hash(fieldOf(form, 'password'));
    const account = await store.transaction(async (within) => {
      const winner = await within.invitations.use(code, visit.now);
      if (winner) await within.accounts.setPassword(winner.id, hash, visit.now);
      return winner;
    });
    return account ? signIn(visit, account, 'invitation', '') : usedInvitation;
  },
};

/** The answer to a link that works no more. */
export const usedInvitation: Reply = {
  status: 410,
  view: renderMessage({
    title: 'This link does not work any more',
    text: 'It was used already, is older than seven days, or was replaced. Ask the host of this service for a new one.',
    next: { address: 'sign-in', text: 'Sign in with your password' },
  }),
};

function ofAccount({ name, characters }: Account) {
  return { name, characters: characters.map((character) => character.name) };
}
