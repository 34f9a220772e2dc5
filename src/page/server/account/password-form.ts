import { html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { type Problem, renderField, renderForm, renderSubmit } from './form.js';
import { nameField, newPasswordFields } from './invitation-form.js';

/** Renders the form for another password. */
export function renderPasswordForm(
  { formToken, accountName }: AccountFrame,
  { hasPassword, problems = [] }: { hasPassword: boolean; problems?: readonly Problem[] },
): AccountView {
  const current = renderField(
    { name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password' },
    problems,
  );
  const content = [
    nameField(accountName ?? ''),
    current,
    ...newPasswordFields(problems),
    renderSubmit('Change the password'),
  ];
  return {
    title: 'Password',
    problems,
    body: html`${
      hasPassword
        ? html`<p>A new password signs you out everywhere else. Programs keep their access.</p>
${renderForm('password', formToken, content)}`
        : html`<p>Your account has no password: the host of this service signs you in.</p>`
    }`,
  };
}
