import { type AccountView, type Problem, renderMessage } from '../../../page/server/account/frame.js';
import { html } from '../../../page/server/html.js';
import type { Account } from '../../../store/store.js';
import { signIn } from '../record-sign-in.js';
import { fieldOf, type Page, type Reply, type Visit } from '../visit.js';
import { renderForm, renderProviderButton, renderSubmit } from './form.js';
import { newPasswordFields, newPasswordProblems } from './new-password.js';

/** The page that a link of the host leads to: somebody chooses the password of an account. */
export const invitationPage: Page = {
  for: 'everybody',
  path: '/account/invitation',

  async get(visit) {
    const { code } = visit.ctx.query;
    const account = typeof code === 'string' ? await visit.services.store.invitations.find(code, visit.now) : undefined;
    return account ? { view: render(visit, String(code), account) } : usedInvitation;
  },

  async post(visit, form) {
    const { store, accounts } = visit.services;
    const code = fieldOf(form, 'code');
    const invited = await store.invitations.find(code, visit.now);
    if (!invited) return usedInvitation;
    const problems = await newPasswordProblems(form, invited);
    if (problems.length > 0) return { status: 400, view: render(visit, code, invited, problems) };
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

function render(
  { frame, services }: Visit,
  code: string,
  { name, characters }: Account,
  problems: readonly Problem[] = [],
): AccountView {
  const provider = services.accounts.provider?.name;
  const content = [
    html`<input type="hidden" name="code" value="${code}">`,
    ...newPasswordFields(name, problems),
    renderSubmit('Save and sign in'),
  ];
  return {
    title: `Welcome, ${name}`,
    problems,
    body: html`<p>Choose a password for your account <strong>${name}</strong>${
      characters.length > 0 && html`, with which you play ${characters.map((each) => each.name).join(' and ')}`
    }. This link works once.</p>
${renderForm('invitation', frame.formToken, content)}
${
  provider !== undefined &&
  html`<h2>Or without a password</h2>
<p>${provider} can sign you in instead. The service learns neither your name there nor your email.</p>
${renderProviderButton(frame, `Connect with ${provider}`, { code })}`
}`,
  };
}
