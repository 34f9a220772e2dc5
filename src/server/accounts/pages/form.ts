import { visible } from '../../../domain/text.js';
import { Html, html } from '../../../page/server/html.js';
import type { PageFrame, Problem } from '../../documents/send-page.js';

export interface Field {
  /** Also the id, by which a fault names the field. */
  name: string;
  label: string;
  type?: 'text' | 'password' | 'radio' | 'checkbox';
  /** Several for a group of choices. */
  value?: string | readonly string[];
  hint?: string;
  /** HTML, section 4.10.18.7. */
  autocomplete?: string;
  maxlength?: number;
  optional?: boolean;
  focus?: boolean;
  rows?: number;
  /** True for a value that password managers read and nobody can change. */
  isFixed?: boolean;
  choices?: readonly { value: string; label: Html | string; hint?: string }[];
}

interface Form {
  /** The button's text; without it, the content has buttons. */
  submit?: string;
  /** Hidden fields. */
  values?: Readonly<Record<string, string>>;
  problems?: readonly Problem[];
}

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

export function renderProviderButton(frame: PageFrame, text: string, values: Record<string, string> = {}): Html {
  return renderButton(frame, `${frame.root}account/provider`, { values, text });
}

function hidden(values: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

function renderField(field: Field, problems: readonly Problem[]): Html {
  const { name, label, type = 'text', value = '', hint, rows, autocomplete, maxlength } = field;
  const problem = problems.find((each) => each.field === name);
  const error = problem && html`<p class="error" id="${name}-error">${problem.text}</p>`;
  if (field.choices) return renderChoices(field, field.choices, error);
  const described = [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ');
  const common = html`id="${name}" name="${name}" spellcheck="false"${type !== 'password' && html` autocapitalize="none"`}`;
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
