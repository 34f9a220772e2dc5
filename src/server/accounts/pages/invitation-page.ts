import { html } from '../../../page/server/html.js';
import type { Account } from '../../../store/store.js';
import { message, type PageView, type Problem } from '../../documents/send-page.js';
import { fieldOf, type Page, type PageRequest } from '../page-request.js';
import { signIn } from '../record-sign-in.js';
import { renderForm } from './form.js';
import { newPasswordFields, newPasswordProblems } from './new-password.js';

export const invitationPage: Page = {
  path: '/account/invitation',

  async get(request) {
    const { code } = request.ctx.query;
    const account = typeof code === 'string' ? await request.store.invitations.find(code, request.now) : undefined;
    return account ? render(request, String(code), account) : usedInvitation;
  },

  async post(request, form) {
    const { store, passwords, now } = request;
    const code = fieldOf(form, 'code');
    const invited = await store.invitations.find(code, now);
    if (!invited) return usedInvitation;
    const problems = await newPasswordProblems(form, invited);
    if (problems.length > 0) return render(request, code, invited, problems);
    const hash = await passwords.hash(fieldOf(form, 'password'));
    const account = await store.transaction(async (within) => {
      const winner = await within.invitations.use(code, now);
      if (winner) await within.accounts.setPassword(winner.id, hash, now);
      return winner && { ...winner, password_hash: hash };
    });
    return (account && (await signIn(request, account, 'invitation', ''))) ?? usedInvitation;
  },
};

const usedInvitation = message(
  410,
  'This link no longer works',
  'It was used already, is older than seven days, or was replaced. Ask the host of this service for a new one.',
  { address: 'sign-in', text: 'Sign in with your password' },
);

function render(
  { frame }: PageRequest,
  code: string,
  { name, characters }: Account,
  problems: readonly Problem[] = [],
): PageView {
  const form = { submit: 'Save and sign in', values: { code }, problems };
  return {
    title: `Welcome, ${name}`,
    problems,
    body: html`<p>Choose a password for your account <strong>${name}</strong>${
      characters.length > 0 && html`, with which you play ${characters.map((each) => each.name).join(' and ')}`
    }. This link works once.</p>
${renderForm(frame, 'invitation', newPasswordFields(name), form)}`,
  };
}
