import { make } from '../element.js';
import { renderBodyField } from './body-field.js';
import { renderFields } from './fields.js';
import type { Operation } from './openapi.js';
import type { Format } from './values.js';

/** Renders the form of a route. */
export function renderForm(operation: Operation) {
  const { id, method, needsToken } = operation;
  const fields = renderFields(operation);
  const body = renderBodyField(operation);
  const format = renderChoice<Format>(`${id}-answer-as`, 'Answer as', [
    ['json', 'JSON'],
    ['xml', 'XML'],
    ...(operation.hasStream ? [['stream', 'Live events'] as const] : []),
  ]);
  const bodyAs = renderChoice<'form' | 'json'>(`${id}-body-as`, 'Body as', [
    ['form', 'Form'],
    ['json', 'JSON'],
  ]);
  const tokenPlace = make('div', { class: 'token' });
  const ofBody = fields.at('body');
  const bodyPlace = make('div', { class: 'parameters-of-route' }, ...ofBody);
  const send = make('button', { class: 'primary' }, 'Send');
  const status = make('p', { class: 'status', role: 'status' });
  const answer = make('div', { class: 'answer' });
  const actions = make('p', { class: 'actions' }, send, status);
  const warning = make('p', { class: 'note' }, 'The change that this call makes is kept.');
  const element = make(
    'form',
    { class: 'trying', novalidate: true, 'aria-label': `Try it: ${method} ${operation.path}` },
    ...(needsToken ? [tokenPlace] : []),
    make('div', { class: 'parameters-of-route' }, ...fields.at('path', 'query')),
    bodyPlace,
    make('div', { class: 'parameters-of-route' }, ...fields.at('header')),
    make('div', { class: 'choices' }, ...(ofBody.length > 0 ? [bodyAs.element] : []), format.element),
    ...(needsToken && method !== 'GET' ? [warning] : []),
    actions,
    answer,
  );
  return { element, fields, body, bodyPlace, tokenPlace, format, bodyAs, actions, send, status, answer };
}

/** The parts of the form that change or are read. */
export type Form = ReturnType<typeof renderForm>;

/** Renders the choice of one form. The first is chosen. */
function renderChoice<Value extends string>(
  name: string,
  label: string,
  options: readonly (readonly [value: Value, label: string])[],
) {
  const inputs = options.map(([value], index) =>
    make('input', { type: 'radio', name, id: `${name}-${value}`, value, checked: index === 0 }),
  );
  const nodes = inputs.flatMap((each, index) => [each, make('label', { for: each.id }, options[index]?.[1] ?? '')]);
  return {
    element: make('fieldset', {}, make('legend', {}, label), ...nodes),
    get value(): Value {
      return inputs.find(({ checked }) => checked)?.value as Value;
    },
    choose(value: Value): void {
      for (const input of inputs) if (input.value === value) input.checked = true;
    },
  };
}
