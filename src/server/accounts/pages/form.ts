import { GIVEN_NAME_RULE, givenName, visible } from '../../../domain/text.js';
import { Html, html } from '../../../page/server/html.js';
import type { PageFrame, Problem } from '../../documents/send-page.js';

/** A field of a form, or a group of choices. */
export interface Field {
  /** Also the id of the field, by which a fault names it. */
  name: string;
  label: string;
  type?: 'text' | 'password' | 'radio' | 'checkbox';
  /** The value, or those of the choices that are taken. */
  value?: string | readonly string[];
  hint?: string;
  /** The purpose of the value, for programs that fill it in: HTML, section 4.10.18.7. */
  autocomplete?: string;
  maxlength?: number;
  optional?: boolean;
  focus?: boolean;
  /** The lines of a field that takes several. */
  rows?: number;
  /** True for a value that is shown, and kept by programs that store passwords, but cannot be changed. */
  isFixed?: boolean;
  choices?: readonly { value: string; label: Html | string; hint?: string }[];
}

interface Form {
  /** The text of the button that sends the form; without it, the content has buttons. */
  submit?: string;
  /** Hidden values. */
  values?: Readonly<Record<string, string>>;
  problems?: readonly Problem[];
}

/** Renders a form that is sent to a page of the account. */
export function renderForm(
  { formToken }: PageFrame,
  action: string,
  content: readonly (Field | Html | undefined | false)[],
  { submit, values = {}, problems = [] }: Form,
): Html {
  return html`<form class="form" method="post" action="${action}" novalidate>
${hidden({ form_token: formToken, ...values })}
${content.map((each) => (!each || each instanceof Html ? each : renderField(each, problems)))}
${submit !== undefined && html`<p class="actions"><button type="submit" class="primary">${submit}</button></p>`}
</form>`;
}

/** Renders a form that is a single button with hidden values. */
export function renderButton(
  { formToken }: PageFrame,
  action: string,
  { values = {}, text, about }: { values?: Record<string, string>; text: string; about?: string },
): Html {
  return html`<form class="single" method="post" action="${action}">
${hidden({ form_token: formToken, ...values })}
<button type="submit">${text}${about !== undefined && html`<span class="unseen"> ${visible(about)}</span>`}</button>
</form>`;
}

/** Renders the button that leads to the provider. Its form sends the values back. */
export function renderProviderButton(frame: PageFrame, text: string, values: Record<string, string> = {}): Html {
  return renderButton(frame, `${frame.root}account/provider`, { values, text });
}

function hidden(values: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** Renders a labelled field or a group of choices, with its hint and its fault. */
function renderField(field: Field, problems: readonly Problem[]): Html {
  const { name, label, type = 'text', value = '', hint, rows, autocomplete, maxlength } = field;
  const problem = problems.find((each) => each.field === name);
  const error = problem && html`<p class="error" id="${name}-error">${problem.text}</p>`;
  if (field.choices) return renderChoices(field, field.choices, error);
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
${error}
</div>`;
}

/** Renders a group of boxes to tick, or of choices of which one is taken. */
function renderChoices(
  { name, label, type = 'radio', value = [] }: Field,
  choices: NonNullable<Field['choices']>,
  error: Html | undefined,
): Html {
  const taken = [value].flat();
  return html`<fieldset class="choices" id="${name}"${error && html` aria-describedby="${name}-error"`}>
<legend>${label}</legend>
${error}
${choices.map((choice, index) => {
  const id = `${name}-${index + 1}`;
  const { hint } = choice;
  return html`<div class="choice">
<input type="${type}" id="${id}" name="${name}" value="${choice.value}"${taken.includes(choice.value) && html` checked`}${hint !== undefined && html` aria-describedby="${id}-hint"`}>
<label for="${id}">${choice.label}</label>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
</div>
`;
})}</fieldset>`;
}

/** Reads the name of a device or a token; null if none was typed, undefined for a text that cannot be a name. */
export function readOptionalName(typed: string): string | null | undefined {
  return typed.trim() === '' ? null : givenName(typed);
}

/** The fault of a text that cannot be a name. */
export const nameProblem: Problem = { field: 'name', text: `Choose another name, or none: ${GIVEN_NAME_RULE}.` };
