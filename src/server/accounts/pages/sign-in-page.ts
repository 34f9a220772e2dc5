import { isStorable } from '../../../domain/text.js';
import type { AccountView, Problem } from '../../../page/server/account/frame.js';
import { html } from '../../../page/server/html.js';
import { ownPath } from '../paths.js';
import { attempt, goOn, recordRefusal, signIn } from '../record-sign-in.js';
import { fieldOf, type Page, type Visit } from '../visit.js';
import { renderField, renderForm, renderProviderButton, renderSubmit } from './form.js';

/** The page to sign in on. */
export const signInPage: Page = {
  for: 'everybody',
  path: '/account/sign-in',

  get(visit) {
    const { next } = visit.ctx.query;
    return visit.account ? goOn(visit, next) : { view: render(visit, { next: ownPath(next) ?? '' }) };
  },

  async post(visit, form) {
    const name = fieldOf(form, 'name').trim();
    const next = ownPath(form.next) ?? '';
    const { store, accounts } = visit.services;
    // No database may be able to hold what somebody has typed.
    const account = isStorable(name) ? await store.accounts.findByName(name) : undefined;
    const stored = account?.disabled_at === null ? account.password_hash : null;
    const { refusal, checked } = await attempt(visit, { name }, () =>
      accounts.passwords.verify(fieldOf(form, 'password'), stored ?? undefined),
    );
    if (refusal) return refusal;
    if (account && checked) {
      const reply = await signIn(visit, account, 'password', next).catch(async (error: unknown) => {
        // The host may have removed the account while its password was checked.
        if (await store.accounts.find(account.id)) throw error;
      });
      if (reply) return reply;
    }
    recordRefusal(visit, 'refused', account);
    const text = 'Name and password do not match. Check both, or ask the host of this service for a new link.';
    return { status: 403, view: render(visit, { next, name, problems: [{ field: 'password', text }] }) };
  },
};

/** Ends the session of the browser. It only takes a form. */
export const signOutPage: Page = {
  for: 'everybody',
  path: '/account/sign-out',

  async post({ ctx, services, log, account }) {
    await services.accounts.sessions.signOut(ctx);
    log.info({ account: account?.id }, 'signed out');
    return { redirect: 'sign-in?done=signed-out' };
  },
};

interface SignInForm {
  /** The address to open after the sign-in. */
  next: string;
  name?: string;
  problems?: readonly Problem[];
}

function render({ frame, services }: Visit, { next, name = '', problems = [] }: SignInForm): AccountView {
  const { provider } = services.accounts;
  const content = [
    html`<input type="hidden" name="next" value="${next}">`,
    renderField(
      { name: 'name', label: 'Name', value: name, autocomplete: 'username', maxlength: 200, focus: name === '' },
      problems,
    ),
    renderField(
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', focus: name !== '' },
      problems,
    ),
    renderSubmit('Sign in'),
  ];
  return {
    title: 'Sign in',
    problems,
    body: html`${renderForm('sign-in', frame.formToken, content)}
${provider && renderProviderButton(frame, `Sign in with ${provider.name}`, { next })}
<p class="note">No account, or a forgotten password? Ask the host of this service for a link.</p>`,
  };
}
