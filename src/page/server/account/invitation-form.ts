import { PASSWORD_LENGTH } from '../../../domain/password.js';
import { type Html, html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { type Problem, renderField, renderForm, renderSubmit } from './form.js';
import { renderProviderButton } from './provider-forms.js';

/** Returns the field that shows the name of the account, by which browsers store its password. */
export function nameField(name: string): Html {
  return renderField({ name: 'name', label: 'Name', value: name, autocomplete: 'username', isFixed: true });
}

/** The fields of a new password. */
export function newPasswordFields(problems: readonly Problem[]) {
  const hint = `At least ${PASSWORD_LENGTH} characters. Four words that have nothing to do with each other are a good choice.`;
  const common = { type: 'password', autocomplete: 'new-password' } as const;
  return [
    renderField({ ...common, name: 'password', label: 'New password', hint }, problems),
    renderField({ ...common, name: 'repeated', label: 'New password, again' }, problems),
  ];
}

interface Invitation {
  code: string;
  name: string;
  characters: readonly string[];
  /** The name of the provider that can sign the player in. */
  provider?: string | undefined;
  problems?: readonly Problem[];
}

/** Renders the form that accepts an invitation, or sets a new password with the link of the host. */
export function renderInvitation(
  frame: AccountFrame,
  { code, name, characters, provider, problems = [] }: Invitation,
): AccountView {
  const content = [
    html`<input type="hidden" name="code" value="${code}">`,
    nameField(name),
    ...newPasswordFields(problems),
    renderSubmit('Save and sign in'),
  ];
  return {
    title: `Welcome, ${name}`,
    problems,
    body: html`<p>Choose a password for your account <strong>${name}</strong>${
      characters.length > 0 && html`, with which you play ${characters.join(' and ')}`
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
