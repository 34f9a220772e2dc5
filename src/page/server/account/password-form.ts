import { html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { type Problem, renderField, renderForm, renderSubmit } from './form.js';
import { nameField, newPasswordFields } from './invitation-form.js';
import { type Connection, renderConnection } from './provider-forms.js';

interface WaysIn {
  hasPassword: boolean;
  /** The provider that can sign the account in. */
  provider?: Connection | undefined;
  problems?: readonly Problem[];
}

/** Renders the form for another password. */
export function renderPasswordForm(frame: AccountFrame, { hasPassword, provider, problems = [] }: WaysIn): AccountView {
  const { formToken, accountName } = frame;
  const current = renderField(
    { name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password' },
    problems,
  );
  const isFirst = !hasPassword && provider?.isConnected === true;
  const content = [
    nameField(accountName ?? ''),
    isFirst ? undefined : current,
    ...newPasswordFields(problems),
    renderSubmit(isFirst ? 'Save the password' : 'Change the password'),
  ];
  return {
    title: 'Password',
    problems,
    body: html`${
      hasPassword || isFirst
        ? html`<p>A new password signs you out everywhere else. Programs keep their access.</p>
${renderForm('password', formToken, content)}`
        : html`<p>Your account has no password. Ask the host of this service for a link to set one.</p>`
    }
${provider && renderConnection(frame, provider)}`,
  };
}
