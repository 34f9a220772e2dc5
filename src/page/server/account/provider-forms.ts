import { type Html, html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { type Problem, renderButton, renderField, renderForm, renderSubmit } from './form.js';

/** Renders the button that leads to the provider. Its form sends the values back. */
export function renderProviderButton(
  { root, formToken }: AccountFrame,
  text: string,
  values: Record<string, string> = {},
): Html {
  return renderButton(`${root}account/provider`, formToken, { values, text });
}

/** Renders the page from which the browser goes on to the provider: the policy of the page lets no form lead there. */
export function renderLeave(provider: string, address: string): AccountView {
  return {
    title: `Sign in with ${provider}`,
    body: html`<p><a href="${address}">Continue to ${provider}</a></p>`,
    continueTo: address,
  };
}

/** The connection of an account with the provider. */
export interface Connection {
  /** The name of the provider. */
  name: string;
  isConnected: boolean;
  /** False if it is the only way in. */
  canDisconnect: boolean;
}

/** Renders the part of an account that connects it with the provider, or shows that it is. */
export function renderConnection(
  frame: AccountFrame,
  { name: provider, isConnected, canDisconnect }: Connection,
): Html {
  return html`<section aria-labelledby="provider-title">
<h2 id="provider-title">Sign in with ${provider}</h2>
${
  !isConnected
    ? html`<p>Connect your account once, and ${provider} signs you in. The service learns neither your name there nor your email.</p>
${renderProviderButton(frame, `Connect with ${provider}`)}`
    : canDisconnect
      ? html`<p>Your account is connected: ${provider} signs you in.</p>
${renderButton(`${frame.root}account/disconnect`, frame.formToken, { text: `Disconnect from ${provider}` })}`
      : html`<p>Your account is connected, and ${provider} is your only way to sign in. To disconnect it, choose a password first.</p>`
}
</section>`;
}

/** Renders the form in which a person whom the provider has signed in chooses the name of a new account. It sends `name`. */
export function renderNewcomer(
  { formToken }: AccountFrame,
  provider: string,
  { name = '', problems = [] }: { name?: string; problems?: readonly Problem[] } = {},
): AccountView {
  const hint = 'Other players see it. It cannot be changed by yourself later.';
  const field = {
    name: 'name',
    label: 'Name',
    value: name,
    hint,
    autocomplete: 'nickname',
    maxlength: 100,
    focus: true,
  };
  return {
    title: 'Choose a name',
    problems,
    body: html`<p>You are new here: no account is connected with this sign-in at ${provider}. Choose a name for a new one.</p>
${renderForm('newcomer', formToken, [renderField(field, problems), renderSubmit('Create the account')])}
<p class="note">Do you have an account already? Sign in with its password, and connect it under Password.</p>`,
  };
}
