import { html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { type Problem, renderField, renderForm, renderSubmit } from './form.js';
import { renderProviderButton } from './provider-forms.js';

interface SignInForm {
  /** The address to go on to. */
  next: string;
  name?: string;
  /** The name of the provider that signs players in, too. */
  provider?: string | undefined;
  problems?: readonly Problem[];
}

/** Renders the form to sign in. */
export function renderSignIn(
  frame: AccountFrame,
  { next, name = '', provider, problems = [] }: SignInForm,
): AccountView {
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
${provider !== undefined && renderProviderButton(frame, `Sign in with ${provider}`, { next })}
<p class="note">No account, or a forgotten password? Ask the host of this service for a link.</p>`,
  };
}

/** Renders the page after a sign-in, from which the browser goes on by itself. */
export function renderSignedIn(next: string): AccountView {
  return {
    title: 'You are signed in',
    body: html`<p><a href="${next}">Continue</a></p>`,
    // A redirect would carry the form on to the program's own address, which the policy of the page forbids.
    continueTo: next,
  };
}
