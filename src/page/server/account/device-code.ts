import { html } from '../html.js';
import type { AccountFrame, AccountView } from './account-page.js';
import { type Problem, renderField, renderForm, renderSubmit } from './form.js';
import { renderName } from './name.js';

/** Renders the page that takes the code of a device. Its form sends `user_code`. */
export function renderDeviceCode(
  { formToken }: AccountFrame,
  action: string,
  { code = '', problems = [] }: { code?: string; problems?: readonly Problem[] } = {},
): AccountView {
  const field = {
    name: 'user_code',
    label: 'Code',
    value: code,
    hint: 'Eight letters, such as BCDF-GHJK. Enter a code only if your own device shows it.',
    autocomplete: 'one-time-code',
    maxlength: 20,
    focus: true,
  };
  return {
    title: 'Sign in on a device',
    problems,
    body: html`<p>A program that has no browser of its own, such as <code>svcapi login</code>, shows a code. Enter it here.</p>
${renderForm(action, formToken, [renderField(field, problems), renderSubmit('Continue')])}`,
  };
}

/** Renders the page at the end of a sign-in on a device. */
export function renderDeviceDone(program: string, isAllowed: boolean): AccountView {
  return {
    title: isAllowed ? 'The device is signed in' : 'The device was not signed in',
    body: isAllowed
      ? html`<p><strong>${renderName(program)}</strong> goes on by itself. You can close this page.</p>`
      : html`<p><strong>${renderName(program)}</strong> got no access. You can close this page, or start again on the device.</p>`,
  };
}
