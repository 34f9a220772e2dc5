import { html } from '../../../page/server/html.js';
import type { PageView, Problem } from '../../documents/send-page.js';
import { fieldOf, forAccount, type SignedInRequest } from '../page-request.js';
import { recordRefusal, refuseAttempt } from '../record-sign-in.js';
import { renderForm, renderProviderButton } from './form.js';
import { newPasswordFields, newPasswordProblems } from './new-password.js';

export const passwordPage = forAccount({
  path: '/account/password',

  get: (request) => render(request),

  async post(request, form) {
    const { ctx, store, sessions, limits, passwords, log, account, now } = request;
    const problems = await newPasswordProblems(form, account);
    if (problems.length > 0) return render(request, problems);
    // Wrong attempts of others at the sign-in do not count here.
    const attempting = { name: 'password', address: account.id };
    const attempt = await limits.attempt(attempting, ctx.state.now, async () => {
      const isRight =
        isFirst(request) || (await passwords.verify(fieldOf(form, 'current'), account.password_hash ?? undefined));
      if (!isRight) return false;
      const hash = await passwords.hash(fieldOf(form, 'password'));
      // Another password may have been set in the meantime.
      return store.transaction(async ({ accounts }) => {
        if (!(await accounts.recordSignIn(account, now))) return false;
        await accounts.setPassword(account.id, hash, now);
        return hash;
      });
    });
    if (attempt.wait !== undefined) return refuseAttempt(request, attempt.wait);
    if (attempt.result === false) {
      recordRefusal(request, 'refused', account);
      return render(request, [{ field: 'current', text: 'This is not your current password. Type it again.' }]);
    }
    await sessions.signIn(ctx, { ...account, password_hash: attempt.result });
    log.info({ account: account.id }, 'password changed');
    return { redirect: 'password?done=password' };
  },
});

function isFirst(request: SignedInRequest): boolean {
  return request.account.password_hash === null && isConnected(request);
}

function isConnected({ account, provider }: SignedInRequest): boolean {
  return provider !== undefined && account.provider_issuer === provider.options.issuer;
}

function render(request: SignedInRequest, problems: readonly Problem[] = []): PageView {
  const { frame, account, provider } = request;
  const current = { type: 'password', autocomplete: 'current-password' } as const;
  const fields = newPasswordFields(
    account.name,
    !isFirst(request) && { ...current, name: 'current', label: 'Current password' },
  );
  const submit = isFirst(request) ? 'Save the password' : 'Change the password';
  return {
    title: 'Password',
    problems,
    body: html`${
      account.password_hash !== null || isFirst(request)
        ? html`<p>A new password signs you out everywhere else. Programs keep their access.</p>
${renderForm(frame, 'password', fields, { submit, problems })}`
        : html`<p>Your account has no password. Ask the host of this service for a link to set one.</p>`
    }
${
  provider &&
  html`<section aria-labelledby="provider-title">
<h2 id="provider-title">Sign in with ${provider.options.name}</h2>
${
  isConnected(request)
    ? html`<p>Your account is connected: ${provider.options.name} signs you in.</p>`
    : html`<p>Connect your account once, and ${provider.options.name} signs you in. The service learns neither your name there nor your email.</p>
${renderProviderButton(frame, `Connect with ${provider.options.name}`)}`
}
</section>`
}`,
  };
}
