import { isStorable } from '../../../domain/text.js';
import { html } from '../../../page/server/html.js';
import type { PageView, Problem } from '../../documents/send-page.js';
import { fieldOf, type Page, type PageRequest } from '../page-request.js';
import { continueTo, ownPath, recordRefusal, refuseAttempt, signIn } from '../record-sign-in.js';
import { renderForm, renderProviderButton } from './form.js';

export const signInPage: Page = {
  path: '/account/sign-in',

  get(request) {
    const { next } = request.ctx.query;
    return request.account ? continueTo(request, next) : render(request, ownPath(next));
  },

  async post(request, form) {
    const { ctx, store, limits, passwords } = request;
    const name = fieldOf(form, 'name').trim();
    const next = ownPath(form.next);
    // The typed name may contain characters that a database cannot store.
    const account = isStorable(name) ? await store.accounts.findByName(name) : undefined;
    const stored = account?.disabled_at === null ? account.password_hash : null;
    const verify = () => passwords.verify(fieldOf(form, 'password'), stored ?? undefined);
    const attempt = await limits.attempt({ name, address: ctx.state.clientAddress }, ctx.state.now, verify);
    if (attempt.wait !== undefined) return refuseAttempt(request, attempt.wait);
    const response = account && attempt.result && (await signIn(request, account, 'password', next));
    if (response) return response;
    recordRefusal(request, 'refused', account);
    const text = 'Name and password do not match. Check both, or ask the host of this service for a new link.';
    return { ...render(request, next, name, [{ field: 'password', text }]), status: 403 };
  },
};

export const signOutPage: Page = {
  path: '/account/sign-out',

  async post({ ctx, sessions, log, account }) {
    await sessions.signOut(ctx);
    log.info({ account: account?.id }, 'signed out');
    return { redirect: 'sign-in?done=signed-out' };
  },
};

function render({ frame, provider }: PageRequest, next = '', name = '', problems: readonly Problem[] = []): PageView {
  const password = { type: 'password', autocomplete: 'current-password', focus: name !== '' } as const;
  const fields = [
    { name: 'name', label: 'Name', value: name, autocomplete: 'username', maxlength: 200, focus: name === '' },
    { name: 'password', label: 'Password', ...password },
  ];
  return {
    title: 'Sign in',
    problems,
    body: html`${renderForm(frame, 'sign-in', fields, { submit: 'Sign in', values: { next }, problems })}
${provider && renderProviderButton(frame, `Sign in with ${provider.options.name}`, { next })}
<p class="note">No account, or a forgotten password? Ask the host of this service for a link.</p>`,
  };
}
