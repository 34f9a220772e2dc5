import { make } from '../element.js';
import { jsonProblem } from './check-text.js';
import { showProblem } from './fields.js';
import type { Operation, Parameter } from './openapi.js';

/** Renders the field of a JSON document, which can take the place of the fields of a body. */
export function renderBodyField({ id }: Operation) {
  const input = make('textarea', { id: `${id}-json`, spellcheck: 'false', 'aria-describedby': `${id}-json-error` });
  const error = make('p', { class: 'error', id: `${id}-json-error` });
  input.addEventListener('input', () => showProblem(input, error, undefined));
  return {
    node: make('div', { class: 'field' }, make('label', { for: `${id}-json` }, 'Body as JSON'), input, error),
    input,
    /** Shows why the text cannot be sent. Returns true if it cannot. */
    check: () => showProblem(input, error, jsonProblem(input.value)),
  };
}

/** Returns the fields of a body as a JSON document; without any, the example of the description. */
export function toJson({ parameters, bodyExample }: Operation, value: (parameter: Parameter) => string): string {
  const given = parameters.filter((parameter) => parameter.place === 'body' && value(parameter) !== '');
  const typed = given.map((parameter) => [parameter.name, typedValue(parameter, value(parameter))]);
  return JSON.stringify(given.length > 0 ? Object.fromEntries(typed) : (bodyExample ?? {}), null, 2);
}

function typedValue({ isNumber }: Parameter, text: string): string | number {
  return isNumber && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}
