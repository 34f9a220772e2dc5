import { GIVEN_NAME_RULE, givenName, visible } from '../../../domain/text.js';
import type { AccountFrame, Problem } from '../../../page/server/account/frame.js';
import { type Html, html } from '../../../page/server/html.js';

export interface Field {
  /** Also the id of the field, by which a fault names it. */
  name: string;
  label: string;
  type?: 'text' | 'password' | 'url';
  value?: string;
  hint?: string;
  /** The purpose of the value, for programs that fill it in: HTML, section 4.10.18.7. */
  autocomplete?: string;
  /** Attributes for the browser's own check. */
  maxlength?: number;
  optional?: boolean;
  focus?: boolean;
  /** The lines of a field that takes several. */
  rows?: number;
  /** True for a value that is shown, and kept by programs that store passwords, but cannot be changed. */
  isFixed?: boolean;
}

/** Renders a labelled field, with its hint and its fault. */
export function renderField(field: Field, problems: readonly Problem[] = []): Html {
  const { name, label, type = 'text', value = '', hint, rows, autocomplete, maxlength } = field;
  const problem = problems.find((each) => each.field === name);
  const described = [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ');
  const common = html`id="${name}" name="${name}" spellcheck="false" autocapitalize="none"`;
  const aria = html`${described !== '' && html` aria-describedby="${described}"`}${problem && html` aria-invalid="true"`}`;
  return html`<div class="field">
<label for="${name}">${label}${field.optional && html` <span class="needs">optional</span>`}</label>
${
  rows === undefined
    ? html`<input ${common} type="${type}" value="${type !== 'password' && value}"${
        autocomplete !== undefined && html` autocomplete="${autocomplete}"`
      }${maxlength !== undefined && html` maxlength="${maxlength}"`}${!field.optional && html` required`}${
        field.isFixed && html` readonly`
      }${field.focus && html` autofocus`}${aria}>`
    : html`<textarea ${common} rows="${rows}"${aria}>
${value}</textarea>`
}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem && html`<p class="error" id="${name}-error">${problem.text}</p>`}
</div>`;
}

/** One of several choices. */
export interface Choice {
  value: string;
  label: Html | string;
  hint?: Html | string | undefined;
  checked?: boolean;
}

/** Renders a group of boxes to tick, or of choices of which one is taken. */
export function renderChoices(
  type: 'checkbox' | 'radio',
  name: string,
  legend: string,
  choices: readonly Choice[],
  problems: readonly Problem[] = [],
): Html {
  const problem = problems.find((each) => each.field === name);
  return html`<fieldset class="choices" id="${name}"${problem && html` aria-describedby="${name}-error"`}>
<legend>${legend}</legend>
${problem && html`<p class="error" id="${name}-error">${problem.text}</p>`}
${choices.map(({ value, label, hint, checked }, index) => {
  const id = `${name}-${index + 1}`;
  return html`<div class="choice">
<input type="${type}" id="${id}" name="${name}" value="${value}"${checked && html` checked`}${hint !== undefined && html` aria-describedby="${id}-hint"`}>
<label for="${id}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
</div>
`;
})}</fieldset>`;
}

/** Renders a form that is sent to a page of the account. */
export function renderForm(action: string, formToken: string, content: readonly (Html | undefined | false)[]): Html {
  return html`<form class="form" method="post" action="${action}" novalidate>
<input type="hidden" name="form_token" value="${formToken}">
${content}
</form>`;
}

/** Renders a form that is a single button with hidden values. */
export function renderButton(
  action: string,
  formToken: string,
  { values = {}, text, about }: { values?: Record<string, string>; text: string; about?: string },
): Html {
  return html`<form class="single" method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">${text}${about !== undefined && html`<span class="unseen"> ${visible(about)}</span>`}</button>
</form>`;
}

/** Renders the button that leads to the provider. Its form sends the values back. */
export function renderProviderButton(
  { root, formToken }: AccountFrame,
  text: string,
  values: Record<string, string> = {},
): Html {
  return renderButton(`${root}account/provider`, formToken, { values, text });
}

/** Renders the button that sends a form. */
export function renderSubmit(text: string): Html {
  return html`<p class="actions"><button type="submit" class="primary">${text}</button></p>`;
}

/** Reads the name of a device or a token; null if none was typed, undefined for a text that cannot be a name. */
export function readOptionalName(typed: string): string | null | undefined {
  return typed.trim() === '' ? null : givenName(typed);
}

/** The fault of a text that cannot be a name. */
export const nameProblem: Problem = { field: 'name', text: `Choose another name, or none: ${GIVEN_NAME_RULE}.` };
