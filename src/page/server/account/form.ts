import { visible } from '../../../domain/given-name.js';
import { type Html, html } from '../html.js';

/** A fault of a form that was sent: what is wrong, and what to do. */
export interface Problem {
  /** The name of the field, which is also its id; none if the fault lies in no field. */
  field?: string;
  text: string;
}

/** Renders the faults of a form, each with a link to its field. */
export function renderProblems(problems: readonly Problem[]): Html | undefined {
  if (problems.length === 0) return undefined;
  return html`<div class="problems" role="alert" aria-labelledby="problems-title">
<h2 id="problems-title">Please correct this</h2>
<ul>${problems.map(({ field, text }) => html`<li>${field === undefined ? text : html`<a href="#${field}">${text}</a>`}</li>`)}</ul>
</div>`;
}

export interface Field {
  name: string;
  /** The id, by which a fault names the field; the name by default. */
  id?: string;
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
  /** True for a value that is shown, and kept by programs that store passwords, but cannot be changed. */
  isFixed?: boolean;
}

/** Renders a labelled field, with its hint and its fault. */
export function renderField(field: Field, problems: readonly Problem[] = []): Html {
  const { name, id = name, label, type = 'text', value = '', hint, autocomplete, maxlength } = field;
  const problem = problems.find((each) => each.field === id);
  const described = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${id}">${label}${field.optional && html` <span class="needs">optional</span>`}</label>
<input id="${id}" name="${name}" type="${type}" value="${type !== 'password' && value}" spellcheck="false" autocapitalize="none"${
    autocomplete !== undefined && html` autocomplete="${autocomplete}"`
  }${maxlength !== undefined && html` maxlength="${maxlength}"`}${!field.optional && html` required`}${field.isFixed && html` readonly`}${
    field.focus && html` autofocus`
  }${described !== '' && html` aria-describedby="${described}"`}${problem && html` aria-invalid="true"`}>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${problem && html`<p class="error" id="${id}-error">${problem.text}</p>`}
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

/** Renders the button that sends a form. */
export function renderSubmit(text: string): Html {
  return html`<p class="actions"><button type="submit" class="primary">${text}</button></p>`;
}
