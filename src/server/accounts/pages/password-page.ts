import type { AccountView, Problem } from '../../../page/server/account/frame.js';
import { type Html, html } from '../../../page/server/html.js';
import type { IdentityProvider } from '../openid-connect/identity-provider.js';
import { attempt, recordRefusal } from '../record-sign-in.js';
import { fieldOf, type OwnVisit, type Page } from '../visit.js';
import { renderButton, renderField, renderForm, renderProviderButton, renderSubmit } from './form.js';
import { newPasswordFields, newPasswordProblems } from './new-password.js';

/** The form for another password, and the connection with the provider. */
export const passwordPage: Page = {
  for: 'account',
  path: '/account/password',

  get: (visit) => ({ view: render(visit) }),

  async post(visit, form) {
    const { ctx, services, log, account, now } = visit;
    const { store, accounts } = services;
    const problems = await newPasswordProblems(form, account);
    if (problems.length > 0) return { status: 400, view: render(visit, problems) };
    const { passwords } = accounts;
    // Wrong attempts of others at the sign-in do not count here.
    const attempting = { name: 'password', address: account.id };
    const { refusal, checked } = await attempt(visit, attempting, async () => {
      const isRight =
        isFirst(visit) || (await passwords.verify(fieldOf(form, 'current'), account.password_hash ?? undefined));
      return isRight && passwords.hash(fieldOf(form, 'password'));
    });
    if (refusal) return refusal;
    if (checked === false) {
      recordRefusal(visit, 'refused', account);
      const text = 'This is not your current password. Type it again.';
      return { status: 400, view: render(visit, [{ field: 'current', text }]) };
    }
    await store.accounts.setPassword(account.id, checked, now);
    await accounts.sessions.signIn(ctx, account.id);
    log.info({ account: account.id }, 'password changed');
    return { redirect: 'password?done=password' };
  },
};

/** Returns true for somebody whom the provider signs in, and who chooses a first password. */
function isFirst(visit: OwnVisit): boolean {
  return visit.account.password_hash === null && isConnected(visit);
}

function isConnected({ account, services }: OwnVisit): boolean {
  const { provider } = services.accounts;
  return provider !== undefined && account.provider_issuer === provider.issuer;
}

function render(visit: OwnVisit, problems: readonly Problem[] = []): AccountView {
  const { frame, account, services } = visit;
  const { provider } = services.accounts;
  const current = renderField(
    { name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password' },
    problems,
  );
  const content = [
    ...newPasswordFields(account.name, problems, isFirst(visit) ? undefined : current),
    renderSubmit(isFirst(visit) ? 'Save the password' : 'Change the password'),
  ];
  return {
    title: 'Password',
    problems,
    body: html`${
      account.password_hash !== null || isFirst(visit)
        ? html`<p>A new password signs you out everywhere else. Programs keep their access.</p>
${renderForm('password', frame.formToken, content)}`
        : html`<p>Your account has no password. Ask the host of this service for a link to set one.</p>`
    }
${provider && renderConnection(visit, provider)}`,
  };
}

/** Renders the part of an account that connects it with the provider, or shows that it is. */
function renderConnection(visit: OwnVisit, { name: provider }: IdentityProvider): Html {
  const { frame, account } = visit;
  return html`<section aria-labelledby="provider-title">
<h2 id="provider-title">Sign in with ${provider}</h2>
${
  !isConnected(visit)
    ? html`<p>Connect your account once, and ${provider} signs you in. The service learns neither your name there nor your email.</p>
${renderProviderButton(frame, `Connect with ${provider}`)}`
    : account.password_hash !== null
      ? html`<p>Your account is connected: ${provider} signs you in.</p>
${renderButton(`${frame.root}account/disconnect`, frame.formToken, { text: `Disconnect from ${provider}` })}`
      : html`<p>Your account is connected, and ${provider} is your only way to sign in. To disconnect it, choose a password first.</p>`
}
</section>`;
}
